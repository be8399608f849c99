import { mkdir, mkdtemp, open as openFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pictureFileNames } from '@event-platform/domain';
import t, { type Test } from 'tap';
import { isProblem, newEvent, openTestApp, type Person } from '../../../test-support/test-app.ts';

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)]);
const heads = {
  'image/jpeg': jpeg,
  'image/png': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200)]),
  'image/webp': Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(200)]),
  'image/avif': Buffer.concat([Buffer.from('\0\0\0\x20ftypavif', 'latin1'), Buffer.alloc(200)]),
};

const open = async (t: Test, domain = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const uploads = join(folder, '.uploads');
  await mkdir(uploads);
  const opened = await openTestApp(t, {
    with: { pictures: { url: 'https://pictures.example', uploads, folder } },
    domain,
  });
  const send = (as: Person, type = 'image/jpeg', raw: Buffer | Readable = jpeg, headers = {}) =>
    opened.call('POST /v1/pictures', { as, raw, headers: { 'content-type': type, ...headers } });
  const left = () => readdir(uploads);
  return { ...opened, send, left, folder };
};

const sizesOf = (id: string) => ({
  small: `https://pictures.example/${id}/small.webp`,
  medium: `https://pictures.example/${id}/medium.webp`,
  large: `https://pictures.example/${id}/large.webp`,
});

t.test('a picture of each type is kept, and nothing of what was sent', async (t) => {
  const { person, send, left, call } = await open(t);
  const mira = await person();
  const ids: string[] = [];
  for (const [type, bytes] of Object.entries(heads)) {
    const { status, body } = await send(mira, type, bytes);
    t.equal(status, 201, type);
    ids.unshift(body.id);
    t.match(body.id, /^[\w-]{22}$/);
    t.strictSame(Object.keys(body), ['id', 'width', 'height', 'thumbhash', 'urls', 'createdAt']);
    t.strictSame(body.urls, sizesOf(body.id));
  }
  t.strictSame(await left(), []);
  const { body } = await call('GET /v1/me/pictures?limit=2', { as: mira });
  t.strictSame(body.meta, { total: 4, page: 1, limit: 2 });
  t.strictSame(body.data[0].usedBy, []);
  t.ok(ids.includes(body.data[0].id));
});

t.test('who sends a long body that is refused gets the response', async (t) => {
  const { person, send, left } = await open(t);
  const mira = await person();
  const long = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)]);
  for (const [status, type, body] of [
    [413, 'image/jpeg', long],
    [413, 'image/jpeg', Readable.from([long, jpeg])],
    [415, 'image/heic', long],
    [415, 'image/png', long.subarray(0, 1024 * 1024)],
  ] as const) {
    const response = await send(mira, type, body);
    t.equal(response.status, status);
    t.not(response.headers.connection, 'close', 'the end of the connection would overtake it');
  }
  t.strictSame(await left(), []);
});

t.test('what is no picture is refused', async (t) => {
  const { person, send, left, call } = await open(t);
  const mira = await person();
  isProblem(
    t,
    await call('POST /v1/pictures', { raw: jpeg, headers: { 'content-type': 'image/jpeg' } }),
    401,
    'unauthenticated',
  );
  for (const type of ['image/gif', 'image/svg+xml', 'application/json', 'text/html', 'image/heic'])
    isProblem(t, await send(mira, type), 415, 'unsupported_media_type', type);
  t.match((await send(mira, 'image/heic')).body.detail, /JPEG/);
  const heic = Buffer.concat([Buffer.from('\0\0\0\x20ftypheic', 'latin1'), Buffer.alloc(200)]);
  const asJpeg = await send(mira, 'image/jpeg', heic);
  isProblem(t, asJpeg, 415, 'unsupported_media_type');
  t.match(asJpeg.body.detail, /send JPEG/);
  for (const [type, bytes] of [
    ['image/png', jpeg],
    ['image/jpeg', heads['image/png']],
    ['image/webp', Buffer.from('GIF89a')],
    ['image/jpeg', Buffer.alloc(0)],
    ['image/jpeg', Buffer.from('<html>')],
  ] as const)
    isProblem(t, await send(mira, type, bytes), 415, 'unsupported_media_type', type);
  isProblem(
    t,
    await send(mira, 'image/jpeg', jpeg, { 'content-encoding': 'gzip' }),
    415,
    'unsupported_media_type',
  );
  isProblem(
    t,
    await send(mira, 'image/jpeg', Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - 203)])),
    413,
    'payload_too_large',
  );
  t.equal(
    (await send(mira, 'image/jpeg', Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - 204)]))).status,
    201,
  );
  isProblem(
    t,
    await call('POST /v1/circles', { as: mira, raw: jpeg, headers: { 'content-type': 'image/jpeg' } }),
    404,
    'not_found',
  );
  isProblem(
    t,
    await call('POST /v1/events', { as: mira, raw: jpeg, headers: { 'content-type': 'image/jpeg' } }),
    415,
    'unsupported_media_type',
  );
  t.strictSame(await left(), []);
});

t.test(
  'a disk that is full in the middle, or away, is an outage that leaves and costs nothing',
  async (t) => {
    const { person, send, left, call, folder, world } = await open(t, { quotaScale: 1 });
    const mira = await person();
    const { body: before } = await send(mira);
    const file = await openFile(join(folder, 'file'), 'w');
    const prototype = Object.getPrototypeOf(file);
    const { writeFile: write } = prototype;
    await file.close();
    t.teardown(() => Object.assign(prototype, { writeFile: write }));
    let [chunks, found] = [0, 0];
    prototype.writeFile = async function (data: Buffer) {
      chunks += 1;
      if (chunks === 1) return write.call(this, data);
      found = (await left()).length;
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    const long = Buffer.concat([jpeg, Buffer.alloc(200_000)]);
    const full = await send(
      mira,
      'image/jpeg',
      Readable.from([long.subarray(0, 1_000), long.subarray(1_000)]),
    );
    isProblem(t, full, 503, 'unavailable');
    t.strictSame([full.headers['retry-after'], chunks, found, await left()], ['60', 2, 1, []]);
    prototype.writeFile = write;
    await rm(join(folder, '.uploads'), { recursive: true });
    isProblem(t, await send(mira), 503, 'unavailable');
    await mkdir(join(folder, '.uploads'));
    t.strictSame(
      (await call('GET /v1/me/pictures', { as: mira })).body.data.map(({ id }: { id: string }) => id),
      [before.id],
    );
    t.equal(world.tables.quotas.get(`pictures:${mira.id}`)?.taken, 1);
    t.equal((await send(mira, 'image/jpeg', long)).status, 201);
  },
);

t.test('a picture is sent once for a key, and another file is another request', async (t) => {
  const { person, send, call, world, left } = await open(t, { quotaScale: 1 });
  const mira = await person();
  const key = { 'idempotency-key': '"a-picture"' };
  const first = await send(mira, 'image/jpeg', jpeg, key);
  t.equal(first.status, 201);
  const again = await send(mira, 'image/jpeg', jpeg, key);
  t.strictSame([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true']);
  t.equal(world.tables.quotas.get(`pictures:${mira.id}`)?.taken, 1, 'a repetition takes nothing');
  isProblem(
    t,
    await send(mira, 'image/jpeg', Buffer.concat([jpeg, jpeg]), key),
    422,
    'idempotency_key_reused',
  );
  t.equal((await call('GET /v1/me/pictures', { as: mira })).body.meta.total, 1);
  t.strictSame([...world.pictures.keys()], [first.body.id]);
  t.strictSame(await left(), []);
});

t.test('a cover and an avatar are shown wherever they stand', async (t) => {
  const { person, send, call, event } = await open(t);
  const [mira, guest] = [await person(), await person()];
  const { body: picture } = await send(mira);
  const shown = {
    width: picture.width,
    height: picture.height,
    thumbhash: picture.thumbhash,
    urls: sizesOf(picture.id),
  };
  const created = await event(mira, { coverId: picture.id });
  t.equal(created.coverUrl, shown.urls.large);
  t.strictSame(created.cover, shown);
  t.strictSame(created.organizer.avatarPicture, null);
  const me = await call('PATCH /v1/auth/me', { as: mira, body: { avatarId: picture.id } });
  t.strictSame([me.body.avatar, me.body.avatarPicture], [shown.urls.large, shown]);
  t.strictSame((await call('GET /v1/events')).body.data[0].cover, shown);
  const detail = (await call(`GET /v1/events/${created.id}`, { as: guest })).body;
  t.strictSame([detail.cover, detail.organizer.avatarPicture], [shown, shown]);
  t.strictSame((await call(`GET /v1/users/${mira.username}`, { as: guest })).body.avatarPicture, shown);
  const { body: own } = await call('GET /v1/me/pictures', { as: mira });
  t.strictSame(own.data[0].usedBy, [created.id, 'avatar']);

  const patch = (body: object, as = mira) => call(`PATCH /v1/events/${created.id}`, { as, body });
  isProblem(
    t,
    await patch({ coverId: picture.id, coverUrl: 'https://example.com/a.jpg' }),
    400,
    'invalid_request',
  );
  isProblem(
    t,
    await call('POST /v1/events', { as: mira, body: { coverId: null, coverUrl: null } }),
    400,
    'invalid_request',
  );
  isProblem(
    t,
    await call('PATCH /v1/auth/me', { as: guest, body: { avatarId: picture.id } }),
    400,
    'invalid_request',
  );
  t.match((await patch({ coverId: 'nonsense' })).body.errors, [{ path: '/coverId' }]);
  const elsewhere = (await patch({ coverUrl: 'https://example.com/a.jpg' })).body;
  t.strictSame([elsewhere.coverUrl, elsewhere.cover], ['https://example.com/a.jpg', null]);
  t.strictSame((await patch({ coverId: picture.id })).body.cover, shown);

  isProblem(t, await call(`DELETE /v1/pictures/${picture.id}`, { as: guest }), 404, 'not_found');
  t.equal((await call(`DELETE /v1/pictures/${picture.id}`, { as: mira })).status, 204);
  isProblem(t, await call(`DELETE /v1/pictures/${picture.id}`, { as: mira }), 404, 'not_found');
  const after = (await call(`GET /v1/events/${created.id}`)).body;
  t.match(after.coverUrl, '/assets/cover.svg');
  t.strictSame([after.cover, after.organizer.avatarPicture], [null, null]);
});

t.test('a series takes a picture and changes it', async (t) => {
  const { person, send, call, world } = await open(t);
  const mira = await person();
  const [one, two] = [(await send(mira)).body, (await send(mira)).body];
  const { body: series } = await call('POST /v1/event-series', {
    as: mira,
    body: { event: { ...newEvent(world), coverId: one.id }, rule: 'FREQ=DAILY;COUNT=2' },
  });
  const covers = async () =>
    (await call('GET /v1/events')).body.data.map(({ coverUrl }: { coverUrl: string }) => coverUrl);
  t.strictSame(await covers(), [one.urls.large, one.urls.large]);
  const patch = (event: object) => call(`PATCH /v1/event-series/${series.id}`, { as: mira, body: { event } });
  t.equal((await patch({ coverId: two.id })).status, 200);
  t.strictSame(await covers(), [two.urls.large, two.urls.large]);
  t.match((await patch({ coverId: 'nonsense' })).body.errors, [{ path: '/event/coverId' }]);
});

t.test('the budgets of pictures are told', async (t) => {
  const { person, send } = await open(t, { quotaScale: 1 });
  const mira = await person();
  for (let count = 0; count < 5; count += 1) t.equal((await send(mira)).status, 201);
  const spent = await send(mira);
  t.equal(spent.status, 429);
  t.equal(spent.body.budget, 'pictures');
});

t.test('files are served with what caches and browsers need', async (t) => {
  const { person, send, call, folder } = await open(t);
  const mira = await person();
  const { body: picture } = await send(mira);
  await mkdir(join(folder, picture.id));
  for (const name of pictureFileNames) await writeFile(join(folder, picture.id, name), `0123456789 ${name}`);
  const path = `/pictures/${picture.id}/small.webp`;
  const whole = await call(`GET ${path}`);
  t.equal(whole.status, 200);
  t.equal(whole.text, '0123456789 small.webp');
  t.match(whole.headers, {
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: /^"/,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'cross-origin-resource-policy': 'cross-origin',
  });
  t.equal((await call(`GET /pictures/${picture.id}/preview.jpg`)).headers['content-type'], 'image/jpeg');
  const etag = String(whole.headers.etag);
  for (const tag of [etag, `"x", W/${etag}`, '*'])
    t.equal((await call(`GET ${path}`, { headers: { 'if-none-match': tag } })).status, 304, tag);
  const start = performance.now();
  const blanks = { 'if-none-match': `"x${' '.repeat(50_000)}", ${etag}` };
  t.equal((await call(`GET ${path}`, { headers: blanks })).status, 304);
  t.ok(performance.now() - start < 500, 'many blanks take no time');
  const range = (value: string, more = {}) => call(`GET ${path}`, { headers: { range: value, ...more } });
  for (const [value, text, of] of [
    ['bytes=0-3', '0123', 'bytes 0-3/21'],
    ['bytes=11-', 'small.webp', 'bytes 11-20/21'],
    ['bytes=-4', 'webp', 'bytes 17-20/21'],
    ['bytes=18-99', 'ebp', 'bytes 18-20/21'],
  ] as const) {
    const part = await range(value);
    t.strictSame([part.status, part.text, part.headers['content-range']], [206, text, of], value);
  }
  for (const value of ['bytes=21-', 'bytes=-0']) t.equal((await range(value)).status, 416, value);
  for (const value of ['bytes=-', 'bytes=4-2', 'lines=1-2', 'bytes=0-1,4-5'])
    t.equal((await range(value)).status, 200, value);
  t.equal((await range('bytes=0-1', { 'if-range': etag })).status, 206);
  t.equal((await range('bytes=0-1', { 'if-range': '"other"' })).status, 200);
  for (const unknown of [
    `/pictures/${picture.id}/original.jpg`,
    `/pictures/${'A'.repeat(22)}/small.webp`,
    '/pictures/.uploads/small.webp',
    '/pictures/..%2f..%2fetc/small.webp',
  ])
    t.equal((await call(`GET ${unknown}`)).status, 404, unknown);
  await call(`DELETE /v1/pictures/${picture.id}`, { as: mira });
  isProblem(t, await call(`GET ${path}`), 404, 'not_found');
});
