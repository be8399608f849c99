import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import t from 'tap';
import { cleanUp, freePort, newFolder, startMain } from '../support/service-process.ts';

t.teardown(cleanUp);

const photo = await sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: '#c46a8d' } })
  .jpeg()
  .toBuffer();

t.test('a service takes pictures, serves them and survives who vanishes', async (t) => {
  const [port, DATA_DIR] = [await freePort(), join(newFolder(), '.data')];
  const service = startMain('server.ts', { DATA_DIR, PORT: String(port) });
  await service.waitFor(/is ready/);
  const base = `http://127.0.0.1:${port}`;
  const phone = '+447700900124';
  // biome-ignore lint/suspicious/noExplicitAny: what the service says is what the test is there to find out
  const json = (response: Response): Promise<any> => response.json();
  const post = async (path: string, body: object) =>
    json(
      await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  await post('/v1/auth/otp/start', { phone });
  const [, code] = await service.waitFor(new RegExp(`SMS to \\${phone}: (\\d{4}) is your`));
  const { accessToken } = await post('/v1/auth/otp/check', { phone, code });
  const authorization = `Bearer ${accessToken}`;
  const uploads = join(DATA_DIR, 'pictures/.uploads');

  const response = await fetch(`${base}/v1/pictures`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'image/jpeg' },
    body: photo,
  });
  t.equal(response.status, 201);
  const picture = await json(response);
  t.match(picture, { width: 1_600, height: 1_200 });
  for (const [size, width] of [
    ['small', 320],
    ['medium', 800],
    ['large', 1_600],
  ] as const) {
    const served = await fetch(picture.urls[size]);
    t.match([served.status, served.headers.get('content-type')], [200, 'image/webp']);
    t.match(await sharp(Buffer.from(await served.arrayBuffer())).metadata(), { format: 'webp', width });
  }
  t.strictSame(readdirSync(uploads), []);

  // Headers, a part of the body, and then nothing.
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /v1/pictures HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: image/jpeg\r\nContent-Length: ${photo.length}\r\n\r\n`,
  );
  socket.write(photo.subarray(0, 5_000));
  while (readdirSync(uploads).length === 0) await delay(10);
  socket.destroy();
  while (readdirSync(uploads).length > 0) await delay(10);
  t.strictSame(readdirSync(uploads), [], 'nothing is left');

  const page = await json(await fetch(`${base}/v1/me/pictures`, { headers: { authorization } }));
  t.equal(page.meta.total, 1);
  const deletion = await fetch(`${base}/v1/pictures/${picture.id}`, {
    method: 'DELETE',
    headers: { authorization },
  });
  t.equal(deletion.status, 204);
  t.equal((await fetch(picture.urls.small)).status, 404);
  while (existsSync(join(DATA_DIR, 'pictures', picture.id))) await delay(50);
  service.kill('SIGTERM');
  await service.ended;
});
