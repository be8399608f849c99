import { readdir } from 'node:fs/promises';
import { DomainError } from '@event-platform/domain';
import { memoryCallCounter } from '@event-platform/http';
import { parse } from 'node-html-parser';
import t, { type Test } from 'tap';
import { locationOf, signedIn } from '../../test-support/signed-in.ts';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const photo = {
  raw: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)]),
  headers: { 'content-type': 'image/jpeg' },
};

t.test('pages show pictures of the service and of elsewhere, and allow no others', async (t) => {
  const { call, person, event } = await openTestSite(t, {
    with: { pictures: { url: 'https://pictures.example', uploads: '/tmp', folder: null } },
  });
  const mira = await person();
  const { body: picture } = await call('POST /v1/pictures', { as: mira, ...photo });
  const own = await event(mira, { coverId: picture.id });
  const html = { accept: 'text/html' };
  const page = await call(`GET /e/${own.id}`, { headers: html });
  const policy = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
    /img-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
  t.equal(policy(page), "'self' https://pictures.example");
  const root = parse(page.text);
  const image = root.querySelector('.cover img')?.attributes;
  t.match(image, { src: picture.urls.medium, width: '1600', height: '900', alt: own.title });
  t.match(image?.srcset, `${picture.urls.small} 320w`);
  const preview = `https://pictures.example/${picture.id}/preview.jpg`;
  t.equal(root.querySelector('meta[property="og:image"]')?.getAttribute('content'), preview);
  t.match(page.text, `"image":["${preview}"]`);

  const elsewhere = await event(mira, { coverUrl: 'https://covers.example:8443/a.jpg' });
  for (const path of [`/e/${elsewhere.id}`, '/?everywhere=1'])
    t.equal(
      policy(await call(`GET ${path}`, { headers: html })),
      "'self' https://covers.example:8443 https://pictures.example",
      path,
    );
  for (const host of ['x;form-action', '*', "x$'", 'x,sandbox']) {
    const odd = await event(mira, { coverUrl: `https://${host}/a.jpg` });
    const { headers } = await call(`GET /e/${odd.id}`, { headers: html });
    t.equal(
      headers['content-security-policy'],
      page.headers['content-security-policy'],
      `${host} is no part of a policy`,
    );
  }
  t.equal(policy(await call('GET /about', { headers: html })), "'self' https://pictures.example");
});

t.test('a picture that was uploaded stays where a form changes other fields', async (t) => {
  const scene = await openTestSite(t, {
    with: { pictures: { url: 'https://pictures.example', uploads: '/tmp', folder: null } },
  });
  const { call, person, event } = scene;
  const [mira, ada] = [await person(), await person()];
  const { body: picture } = await call('POST /v1/pictures', { as: mira, ...photo });
  await call('PATCH /v1/auth/me', { as: mira, body: { avatarId: picture.id } });
  const party = await event(mira, { coverId: picture.id });
  await call(`PUT /v1/events/${party.id}/admins/${ada.id}`, { as: mira });
  const browser = await signedIn(scene, mira);
  const profile = await (await browser.open('/my/account')).press('Save', { city: 'Berlin' });
  t.equal(locationOf(profile), '/my/account?done=saved');
  const { avatar, city } = (await call('GET /v1/auth/me', { as: mira })).body;
  t.match([avatar, city], [picture.id, 'Berlin']);
  for (const editor of [browser, await signedIn(scene, ada)]) {
    const edited = await (await editor.open(`/organise/${party.id}/edit`)).press('Save', { title: 'Later' });
    t.equal(locationOf(edited), `/organise/${party.id}?done=changed`);
  }
  t.match((await call(`GET /v1/events/${party.id}`)).body, { title: 'Later', coverUrl: picture.id });

  const date = { startAt: '2026-06-10T20:00', endAt: '2026-06-10T22:00' };
  const copy = `/organise/new?from=${party.id}`;
  const copied = await (await browser.open(copy)).press('Create event', date);
  const copyId = locationOf(copied).slice(10, 46);
  t.match((await call(`GET /v1/events/${copyId}`)).body.coverUrl, picture.id);
  const made = await (await browser.open(`${copy}&series=1`)).press('Create series', date);
  const first = locationOf(made).slice(10, 46);
  const all = { scope: 'all', title: 'All later' };
  const changed = await (await browser.open(`/organise/${first}/edit`)).press('Save', all);
  t.equal(locationOf(changed), `/organise/${first}?done=changed`);
  t.match((await call(`GET /v1/events/${first}`)).body, { title: 'All later', coverUrl: picture.id });
  const ofAnother = await (await (await signedIn(scene, ada)).open(copy)).press('Create event', date);
  const adas = locationOf(ofAnother).slice(10, 46);
  t.match((await call(`GET /v1/events/${adas}`)).body, { cover: null }, 'another owner has no such picture');
});

const jpeg = (bytes: number = 200, head: readonly number[] = [0xff, 0xd8, 0xff, 0xe0]) =>
  new File([Buffer.from(head), Buffer.alloc(bytes)], 'cover.jpg', { type: 'image/jpeg' });

/** A site that notes which files are decoded, and where uploads are. */
const openUploads = async (t: Test, options: Parameters<typeof openTestSite>[1] = {}) => {
  const uploads = t.testdir();
  const scene = await openTestSite(t, {
    ...options,
    with: { pictures: { url: 'https://pictures.example', uploads, folder: null } },
  });
  const { pictureDecoder } = scene.world.dependencies;
  const decoded: string[] = [];
  const { decode } = pictureDecoder;
  Object.assign(pictureDecoder, {
    decode: (file: Parameters<typeof decode>[0]) => {
      decoded.push(file.mediaType);
      return decode(file);
    },
  });
  const mira = await scene.person();
  const browser = await signedIn(scene, mira);
  const pictures = async () => {
    const { data } = (await scene.call('GET /v1/me/pictures', { as: mira })).body;
    scene.world.clock.advance(1_000);
    return data;
  };
  const left = async () => (await readdir(uploads)).length;
  return { ...scene, mira, browser, decoded, pictures, left };
};

const filled = {
  ...{ title: 'With a cover', startAt: '2026-06-10T20:00', map: '52.5, 13.4', address: 'Here 1' },
};

t.test('a cover is chosen as a file, and stays when another field is wrong', async (t) => {
  const { browser, call, decoded, pictures, left } = await openUploads(t);
  for (const [path, button, more] of [
    ['/organise/new', 'Create event', {}],
    ['/organise/new?series=1', 'Create series', {}],
  ] as const) {
    const page = await browser.open(path);
    t.match(page.document.querySelector('input[type=file]')?.getAttribute('accept'), 'image/jpeg,image/png');
    const files = { cover: jpeg() };
    const wrong = await page.press(button, { ...filled, title: '' }, { files });
    t.equal(wrong.status, 400);
    t.strictSame(
      wrong.document.querySelectorAll('.wrong').map(({ id }) => id),
      ['title-fault'],
    );
    const [{ id }] = await pictures();
    t.equal(wrong.field('coverId'), id);
    const image = wrong.document.querySelector('img.chosen');
    t.equal(image?.getAttribute('src'), `https://pictures.example/${id}/small.webp`);
    t.ok(image?.getAttribute('alt'));
    const made = await wrong.press(button, { ...filled, ...more });
    const event = locationOf(made).slice(10, 46);
    t.match((await call(`GET /v1/events/${event}`)).body.cover, { urls: { small: `/${id}/small.webp` } });

    const edit = await browser.open(`/organise/${event}/edit`);
    const changed = await edit.press('Save', {}, { files: { cover: jpeg(300) } });
    t.equal(locationOf(changed), `/organise/${event}?done=changed`);
    const [other] = await pictures();
    t.not(other.id, id);
    t.match((await call(`GET /v1/events/${event}`)).body.cover, { urls: { small: `/${other.id}/` } });
    const away = await (await browser.open(`/organise/${event}/edit`)).press('Save', { coverNone: '1' });
    t.equal(locationOf(away), `/organise/${event}?done=changed`);
    t.equal((await call(`GET /v1/events/${event}`)).body.cover, null);
  }
  t.equal(decoded.length, 4);
  t.equal(await left(), 0, 'no file is left');
});

t.test('a form with a picture that is sent twice makes one event and one picture', async (t) => {
  const { browser, mira, call, decoded } = await openUploads(t);
  const page = await browser.open('/organise/new');
  const files = { cover: jpeg() };
  const first = locationOf(await page.press('Create event', filled, { files }));
  t.equal(locationOf(await page.press('Create event', filled, { files })), first);
  t.equal(decoded.length, 1);
  const { body } = await call('GET /v1/me/events?role=organizing', { as: mira });
  t.equal(body.data.length, 1);
  const other = await page.press('Create event', filled, { files: { cover: jpeg(900) } });
  t.equal(other.status, 409, 'with another picture it is another form');
});

t.test('a picture that is not taken is told at its field, and all else stays', async (t) => {
  const { browser, decoded, left, world } = await openUploads(t);
  const heicHead = [...Buffer.from('\0\0\0\x18ftypheic', 'latin1')];
  const refused = async (file: File, status: number, words: RegExp) => {
    const page = await browser.open('/organise/new');
    const visit = await page.press('Create event', filled, { files: { cover: file } });
    t.equal(visit.status, status);
    t.match(visit.document.querySelector('#cover-fault')?.text, words);
    t.equal(
      visit.document.querySelector('#cover')?.getAttribute('aria-describedby'),
      'cover-fault cover-hint',
    );
    t.equal(visit.field('title'), filled.title);
    t.equal(visit.field('map'), filled.map, 'also what stands after it');
    t.equal(await left(), 0);
  };
  const heic = new File([Buffer.alloc(100)], 'a.heic', { type: 'image/heic' });
  await refused(heic, 415, /send it as JPEG/);
  await refused(jpeg(100, heicHead), 415, /send it as JPEG/);
  await refused(jpeg(11 * 1024 * 1024), 413, /more than 10 MB/);
  t.equal(decoded.length, 0, 'none of these is decoded');
  const { pictureDecoder } = world.dependencies;
  const { decode } = pictureDecoder;
  Object.assign(pictureDecoder, { decode: async () => ({ fault: 'It is broken.' }) });
  await refused(jpeg(), 400, /cannot be read/);
  Object.assign(pictureDecoder, {
    decode: () => Promise.reject(new DomainError({ code: 'unavailable', retryAfterSeconds: 9 })),
  });
  await refused(jpeg(), 503, /9 seconds/);
  Object.assign(pictureDecoder, { decode });
});

t.test('nothing is written or decoded for who sends no form of the page', async (t) => {
  const { browser, decoded, left, call, pictures, world } = await openUploads(t);
  const form = (token: string) => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ form: token, ...filled })) data.append(name, value);
    data.append('cover', jpeg(400_000));
    return data;
  };
  const forged = await browser.send('/organise/new/save', form('x'));
  t.equal(forged.status, 400);
  t.match(forged.document.querySelector('#cover-fault')?.text, 'Choose the picture again');
  t.equal(forged.field('title'), filled.title);
  const without = new FormData();
  without.append('cover', jpeg());
  without.append('form', (await browser.open('/organise/new')).field('form') ?? '');
  t.equal((await browser.send('/organise/new/save', without)).status, 400, 'the token comes first');

  const stranger = visitor({ call });
  const anonymous = await stranger.send('/organise/new/save', form('x'));
  t.strictSame([anonymous.status, anonymous.headers.connection], [413, 'close'], 'unread');
  const small = new FormData();
  small.append('title', 'Kept');
  small.append('cover', jpeg());
  const kept = await stranger.send('/organise/new/save', small);
  t.strictSame([kept.status, kept.field('title'), kept.field('cover-again')], [400, 'Kept', '1']);
  const again = await (await browser.open('/organise/new')).press('Create event', filled);
  t.equal(again.status, 303);

  t.equal((await pictures()).length, 0);
  const stale = await browser.open('/organise/new');
  world.clock.advance(3 * 3_600_000);
  const old = await stale.press('Create event', filled, { files: { cover: jpeg() } });
  t.match(old.document.querySelector('#cover-fault')?.text, 'Choose the picture again');
  t.strictSame([decoded.length, await left()], [0, 0]);
});

t.test('a broken form is refused, and nothing of it is left', async (t) => {
  const { browser, left, decoded } = await openUploads(t);
  const token = (await browser.open('/organise/new')).field('form') ?? '';
  const start = `--x\r\ncontent-disposition: form-data; name="form"\r\n\r\n${token}\r\n--x\r\ncontent-disposition: form-data; name="cover"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n\xff\xd8\xff`;
  const send = (body: string, type = 'multipart/form-data; boundary=x') =>
    browser.send('/organise/new/save', body, { headers: { 'content-type': type, accept: 'text/html' } });
  t.equal((await send(start)).status, 415, 'it ends within the file');
  t.equal((await send(start, 'multipart/form-data')).status, 415, 'no boundary');
  t.equal((await send('x'.repeat(100))).status, 415);
  const long = `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(300_000)}\r\n--x--\r\n`;
  t.equal((await send(long)).status, 413);
  const disposition = 'content-disposition: form-data; name="a"';
  for (const head of ['', `${disposition}\r\n`, `${disposition}; filename=""\r\n`]) {
    const tooMany = `--x\r\n${head}\r\n\r\n`.repeat(405);
    t.equal((await send(`${tooMany}--x--\r\n`)).status, 413, `too many parts: ${head}`);
  }
  t.equal(
    (
      await browser.send('/my/circles/make', 'x', {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
    ).status,
    415,
    'other forms take no files',
  );
  t.strictSame([decoded.length, await left()], [0, 0]);
});

t.test('a form that comes too soon is kept without its picture, and says so', async (t) => {
  const generalLimit = { limit: 30, counter: memoryCallCounter() };
  const { browser, decoded, left } = await openUploads(t, { app: { generalLimit } });
  const ip = '198.51.100.200';
  const page = await browser.open('/organise/new', { ip });
  while ((await browser.open('/organise/new', { ip })).status === 200);
  const refused = await page.press('Create event', filled, { ip, files: { cover: jpeg() } });
  t.strictSame([refused.status, refused.field('title')], [429, filled.title]);
  const again = await refused.press('Try again');
  t.strictSame(
    [again.status, again.document.querySelectorAll('.wrong').map(({ id }) => id)],
    [400, ['cover-fault']],
  );
  t.equal((await again.press('Create event', {}, { files: { cover: jpeg() } })).status, 303);
  t.strictSame([decoded.length, await left()], [1, 0]);
});

t.test('a picture of oneself is chosen as a file', async (t) => {
  const { browser, mira, call, pictures } = await openUploads(t);
  const page = await browser.open('/my/account');
  const saved = await page.press('Save', { city: 'Berlin' }, { files: { avatar: jpeg() } });
  t.equal(locationOf(saved), '/my/account?done=saved');
  const [{ id }] = await pictures();
  const me = async () => (await call('GET /v1/auth/me', { as: mira })).body;
  t.match(await me(), { city: 'Berlin', avatar: id });
  const again = await browser.open('/my/account');
  t.ok(again.document.querySelector('img.chosen'));
  t.equal(locationOf(await again.press('Save')), '/my/account?done=saved');
  t.match(await me(), { avatar: id });
  await (await browser.open('/my/account')).press('Save', { avatarNone: '1' });
  t.notMatch(await me(), { avatar: id });
});
