import { connect, Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import t from 'tap';
import { linksOf } from '../../../src/links.ts';
import { clientErrorHandler } from '../../../src/plugins/protocol/client-error.ts';
import { openTestApp, publicUrl } from '../../../test-support/test-app.ts';

/** What a client reads that the server responds for an error of its connection; null when it is only hung up on. */
const responseTo = (code: string, isWritable = true): string | null => {
  let said: string | null = null;
  let isDestroyed = false;
  const socket = Object.assign(Object.create(Socket.prototype) as Socket, {
    end: (text: string) => {
      said = text;
    },
    destroy: () => {
      isDestroyed = true;
    },
  });
  Object.defineProperty(socket, 'writable', { value: isWritable });
  clientErrorHandler(linksOf(publicUrl, 'EUR'))(
    Object.assign(new Error(code), { code }) as ConnectionError,
    socket,
  );
  if (isDestroyed === (said !== null)) throw new Error('either an answer or the end of the connection');
  return said;
};

t.test('bytes that are no request are answered in full', async (t) => {
  const responses: [string, number, string, string][] = [
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', 431, 'Request Header Fields Too Large', 'headers_too_large'],
    ['HPE_INVALID_METHOD', 400, 'Bad Request', 'invalid_request'],
  ];
  for (const [code, status, phrase, problem] of responses) {
    const [head = '', body = ''] = responseTo(code)?.split('\r\n\r\n') ?? [];
    const details = JSON.parse(body);
    t.match(details, { status, code: problem, type: `${publicUrl}/problems/${problem}` });
    t.strictSame(head.split('\r\n'), [
      `HTTP/1.1 ${status} ${phrase}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${details.requestId}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]);
  }
  const malformed = responseTo('HPE_INVALID_METHOD')?.split('\r\n\r\n')[1] ?? '';
  t.match(JSON.parse(malformed), {
    detail: 'The request is not HTTP',
    errors: [{ path: '', message: 'is not HTTP' }],
  });
});

t.test('a connection that is gone is only closed', async (t) => {
  t.equal(responseTo('ECONNRESET'), null);
  t.equal(responseTo('HPE_INVALID_METHOD', false), null);
});

t.test('a request that is not HTTP or exceeds a limit is answered with a problem', async (t) => {
  const { app } = await openTestApp(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const say = (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let heard = '';
      socket.setEncoding('utf8').on('data', (text) => {
        heard += text;
      });
      socket.on('close', () => resolve(heard)).on('error', reject);
    });
  const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`;

  const garbage = await say('hello\r\n\r\n');
  t.match(garbage, /^HTTP\/1\.1 400 /);
  t.match(garbage, 'Content-Type: application/problem+json');
  t.match(JSON.parse(garbage.split('\r\n\r\n')[1] ?? ''), { code: 'invalid_request', status: 400 });
  const bloated = await say(head('GET /v1/events', `X-Big: ${'x'.repeat(20_000)}\r\n`));
  t.match(bloated, /^HTTP\/1\.1 431 /);
  t.match(bloated, '"code":"headers_too_large"');
  const unknown = await say(head('FETCH /v1/events'));
  t.match(unknown, /^HTTP\/1\.1 405 /, 'a method that HTTP does not have');
  t.match(unknown, '\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n');
  t.match(unknown, '"code":"method_not_allowed"');
  t.match(await say('FETCH /v1/events\r\n\r\n'), /^HTTP\/1\.1 400 /, 'not a request line');
  t.match(
    await say(head('GET /v1/events', 'Host: y\r\nContent-Length: 1\r\nContent-Length: 2\r\n')),
    /^HTTP\/1\.1 400 /,
  );

  const latin = Buffer.from(
    'GET /v1/events?q=caf\xe9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'latin1',
  );
  t.match(await say(latin), /^HTTP\/1\.1 400 /, 'raw bytes in a URL');

  const chunked = await say(
    `${head('POST /v1/auth/otp/check', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}11170\r\n${' '.repeat(0x11170)}\r\n0\r\n\r\n`,
  );
  t.match(chunked, /^HTTP\/1\.1 413 /, 'the limit holds without a Content-Length');
});
