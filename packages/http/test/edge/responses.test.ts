import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { openTestApp } from '../../test-support/test-app.ts';

const longText = JSON.stringify(Array.from({ length: 40_000 }, (_, number) => `💡${number}`));

const slow: (() => void)[] = [];
const answerSlow = (): void => {
  for (const answer of slow.splice(0)) answer();
};

const open = (t: Test) =>
  openTestApp(t, {
    with: { trustProxy: ['127.0.0.1'] },
    pages: () => () => ({
      notFound: () => null,
      routes: async (app) => {
        app.get('/long', async (_request, reply) =>
          reply.header('etag', '"of the body"').type('application/json').send(longText),
        );
        app.get('/bytes', async () => Buffer.alloc(4_000_000));
        app.get('/stream', async () => Readable.from(['a', 'b']));
        app.get('/slow', async (_request, reply) => {
          await new Promise<void>((resolve) => slow.push(resolve));
          return reply.header('etag', '"of the body"').send(Buffer.alloc(4_000_000));
        });
        app.get('/one-at-a-time', { config: { cost: 'bulk' } }, async () => {
          await new Promise<void>((resolve) => slow.push(resolve));
          return Buffer.alloc(4_000_000);
        });
        app.get('/jam', async () => Buffer.alloc(16_000_000));
      },
    }),
  });

t.test('sends a long body whole, compressed or not', async (t) => {
  const { app, call } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const plain = await fetch(`http://127.0.0.1:${port}/long`, { headers: { 'accept-encoding': 'identity' } });
  t.equal(plain.headers.get('content-length'), String(Buffer.byteLength(longText)));
  t.equal(await plain.text(), longText);
  const packed = await app.inject({ url: '/long', headers: { 'accept-encoding': 'gzip' } });
  t.match(packed.headers, { 'content-encoding': 'gzip', vary: /accept-encoding/ });
  t.equal(packed.headers['content-length'], String(packed.rawPayload.length));
  t.equal(gunzipSync(packed.rawPayload).toString(), longText);
  const head = await app.inject({ method: 'HEAD', url: '/long' });
  t.equal(head.headers['content-length'], String(Buffer.byteLength(longText)));
  t.equal(head.rawPayload.length, 0);
  t.equal((await call('GET /stream')).text, 'ab');
});

t.test('others behind the address of a client that reads nothing are served after a moment', async (t) => {
  const { app } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const headers = 'Host: x\r\nX-Forwarded-For: 192.0.2.1\r\n';
  const socket = connect(port, '127.0.0.1').pause();
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET /jam HTTP/1.1\r\n${headers}\r\n`);
  while (app.requestsInFlight() === 0) await new Promise(setImmediate);
  const read = (path: string, ip: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': ip } });
  const other = await read('/bytes', '192.0.2.2');
  t.equal((await other.arrayBuffer()).byteLength, 4_000_000, 'another client');
  const began = performance.now();
  const own = await read('/bytes', '192.0.2.1');
  t.equal((await own.arrayBuffer()).byteLength, 4_000_000);
  t.ok(performance.now() - began > 500, 'it waited until the connection was closed that takes nothing');
});

t.test('a response that is too much for its client becomes a problem without its headers', async (t) => {
  const { app } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [first, second] = [connect(port, '127.0.0.1').pause(), connect(port, '127.0.0.1')];
  t.teardown(() => {
    for (const socket of [first, second]) socket.destroy();
  });
  // Both have room when they begin.
  for (const [index, socket] of [first, second].entries()) {
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    while (slow.length <= index) await new Promise(setImmediate);
  }
  let heard = '';
  second.setEncoding('latin1').on('data', (text) => {
    heard += text;
  });
  answerSlow();
  while (!heard.includes('HTTP/1.1 429')) await new Promise(setImmediate);
  await new Promise(setImmediate);
  const refused = heard.slice(heard.indexOf('HTTP/1.1 429'));
  t.match(refused, /content-type: application\/problem\+json/);
  t.notMatch(refused.split('\r\n\r\n')[0] ?? '', /etag/);
});

t.test('what is made for a client that is gone does not count', async (t) => {
  const { app } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (let time = 0; time < 3; time += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    while (app.requestsInFlight() === 0) await new Promise(setImmediate);
    socket.destroy();
    while (app.requestsInFlight() > 0) await new Promise(setImmediate);
    answerSlow();
  }
  const began = performance.now();
  const { status } = await fetch(`http://127.0.0.1:${port}/bytes`);
  t.equal(status, 200);
  t.ok(performance.now() - began < 500, 'it waits for nothing');
});

t.test('what waited for its turn is not made while the response before it is not read', async (t) => {
  const { app } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const first = connect(port, '127.0.0.1').pause();
  t.teardown(() => first.destroy());
  first.write('GET /one-at-a-time HTTP/1.1\r\nHost: x\r\n\r\n');
  while (slow.length === 0) await new Promise(setImmediate);
  const second = fetch(`http://127.0.0.1:${port}/one-at-a-time`);
  while (app.requestsInFlight() < 2) await new Promise(setImmediate);
  answerSlow();
  t.equal((await second).status, 429);
  t.equal(slow.length, 0, 'it was not begun');
});

t.test('a long response ends its connection, and counts until its client has closed that', async (t) => {
  const { app } = await open(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const statusOf = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.arrayBuffer();
    return [response.status, response.headers.get('connection')];
  };
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  t.teardown(() => socket.destroy());
  socket.write('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'end');
  t.equal(app.requestsInFlight(), 0, 'all is sent');
  t.strictSame(await statusOf('/bytes'), [429, 'keep-alive']);
  t.strictSame(await statusOf('/v1/categories'), [200, 'keep-alive'], 'short ones are sent');
  socket.end();
  await once(socket, 'close');
  t.strictSame(await statusOf('/bytes'), [200, 'close']);
  t.strictSame(await statusOf('/stream'), [200, 'close'], 'nobody knows how long it will be');
});
