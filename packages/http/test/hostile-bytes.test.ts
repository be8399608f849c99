import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { openTestApp } from '../test-support/test-app.ts';

type Timeouts = NonNullable<Parameters<typeof openTestApp>[1]>['app'];

/** Listens, and tells all that comes back for bytes until the service hangs up. */
const listening = async (t: Test, dependencies: Timeouts = {}) => {
  const { app } = await openTestApp(t, { app: dependencies });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  return (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let heard = '';
      socket.setEncoding('utf8').on('data', (text) => {
        heard += text;
      });
      socket.on('close', () => resolve(heard)).on('error', reject);
    });
};

const last = 'Host: x\r\nConnection: close\r\n';
const statusesOf = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

const isRefusal = (t: Test, heard: string, status: number, code: string, about: string): void => {
  t.strictSame(statusesOf(heard), [status], about);
  t.match(heard, /^content-type: application\/problem\+json\r$/im, about);
  t.match(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n'))), { status, code, requestId: /./ }, about);
};

t.test('bytes that two readers may take for two different requests are refused', async (t) => {
  const say = await listening(t);
  const post = (headers: string, body: string) =>
    say(`POST /v1/auth/otp/check HTTP/1.1\r\n${last}Content-Type: application/json\r\n${headers}\r\n${body}`);
  const smuggled = '0\r\n\r\nGET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\n';
  const refused: Record<string, Promise<string>> = {
    'length and chunks': post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', smuggled),
    'chunks and length': post('Transfer-Encoding: chunked\r\nContent-Length: 6\r\n', smuggled),
    'two lengths': post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
    'a length that is none': post('Content-Length: +2\r\n', '{}'),
    'chunks of another kind': post('Transfer-Encoding: xchunked\r\n', smuggled),
    'chunks twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', smuggled),
    'a blank before the colon': post('Transfer-Encoding : chunked\r\n', smuggled),
    'a header over two lines': post('X-A: b\r\n Content-Length: 9\r\n', '{}'),
    'bare line feeds': say('GET / HTTP/1.1\nHost: x\n\n'),
    'a chunk without a size': post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
    'no host': say('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'),
    'two hosts': say(`GET / HTTP/1.1\r\nHost: y\r\n${last}\r\n`),
    'NUL in a header': say(`GET / HTTP/1.1\r\nX-A: \0\r\n${last}\r\n`),
    'another protocol': say(`GET / HTTP/3.7\r\n${last}\r\n`),
    'HTTP/2': say('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    TLS: say(Buffer.from('1603010200010001fc0303', 'hex')),
  };
  for (const [about, heardPromise] of Object.entries(refused))
    isRefusal(t, await heardPromise, 400, 'invalid_request', about);
});

t.test('odd but lawful requests are answered', async (t) => {
  const say = await listening(t);
  const get = (target: string, headers = '') => say(`GET ${target} HTTP/1.1\r\n${last}${headers}\r\n`);
  t.strictSame(statusesOf(await get('http://elsewhere.example/v1/categories')), [200], 'absolute form');
  t.strictSame(statusesOf(await say('GET /v1/categories HTTP/1.0\r\n\r\n')), [200], 'HTTP/1.0 needs no host');
  const pipelined = await say(
    `GET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/events HTTP/1.1\r\n${last}\r\n`,
  );
  t.strictSame(statusesOf(pipelined), [200, 404, 200], 'pipelined, in order');
  t.strictSame(statusesOf(await get('/v1/categories', 'Expect: the-moon\r\n')), [200], 'an expectation');
  t.strictSame(statusesOf(await get('/v1/categories', 'Upgrade: websocket\r\n')), [200], 'an upgrade');
  isRefusal(t, await say(`OPTIONS * HTTP/1.1\r\n${last}\r\n`), 404, 'not_found', 'asterisk form');
  for (const [target, status, code] of [
    ['/v1/events/%00', 404, 'event_not_found'],
    ['/v1/events/%c0%ae%c0%ae%2fetc', 400, 'invalid_request'],
    ['/v1/events/..%2f..%2fetc%2fpasswd', 404, 'event_not_found'],
    ['/v1/../../etc/passwd', 404, 'not_found'],
    ['/v1/events?page=1&page=2', 400, 'invalid_request'],
    ['/v1/events?q=%00', 400, 'invalid_request'],
    ['/v1/events?q=%c0%80', 400, 'invalid_request'],
    ['/v1/events?page[$gt]=1&page=x', 400, 'invalid_request'],
    [`/v1/events/${'x'.repeat(17_000)}`, 431, 'headers_too_large'],
  ] as const)
    isRefusal(t, await get(target), status, code, target.slice(0, 60));
  for (const query of ['__proto__=1', '__proto__[limit]=1', 'constructor=x', 'constructor[prototype][q]=x'])
    t.strictSame(statusesOf(await get(`/v1/events?${query}`)), [200], query);
  t.notOk('limit' in {}, 'no prototype was touched');
  isRefusal(
    t,
    await get('/', `Cookie: ${'c'.repeat(20_000)}\r\n`),
    431,
    'headers_too_large',
    'a large cookie',
  );
});

t.test('packed bodies are not unpacked', async (t) => {
  const { call } = await openTestApp(t);
  const packed = gzipSync(Buffer.alloc(50_000_000, ' '));
  for (const raw of [packed, Buffer.from('{}')]) {
    const response = await call('POST /v1/auth/otp/check', {
      raw,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    t.equal(response.status, 415);
    t.equal(response.body.code, 'unsupported_media_type');
  }
});

t.test('closes the connection of a client that sends too slowly', async (t) => {
  const soon = { timeouts: { header: 100, request: 200, check: 20, keepAlive: 100, connection: 60_000 } };
  const say = await listening(t, soon);
  isRefusal(t, await say('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '), 408, 'request_timeout', 'half a header');
  isRefusal(
    t,
    await say(
      'POST /v1/auth/otp/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ),
    408,
    'request_timeout',
    'half a body',
  );
  isRefusal(t, await say(''), 408, 'request_timeout', 'nothing at all');
  t.strictSame(
    statusesOf(await say('GET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\n')),
    [200],
    'nothing more',
  );
  const idle = await listening(t, { timeouts: { connection: 100, header: 60_000, request: 60_000 } });
  t.equal(await idle('GET / HTTP/1.1\r\n'), '', 'nothing moves');
});
