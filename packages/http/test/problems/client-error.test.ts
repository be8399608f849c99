import { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import t from 'tap';
import { linksOf } from '../../src/links.ts';
import { clientErrorHandler } from '../../src/problems/client-error.ts';
import { publicUrl } from '../../test-support/test-app.ts';

/** What a client reads that the server answers for an error of its connection; null when it is only hung up on. */
const answerTo = (code: string, isWritable = true): string | null => {
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
  clientErrorHandler(linksOf(publicUrl))(Object.assign(new Error(code), { code }) as ConnectionError, socket);
  if (isDestroyed === (said !== null)) throw new Error('either an answer or the end of the connection');
  return said;
};

t.test('bytes that are no request are answered in full', async (t) => {
  const answers: [string, number, string, string][] = [
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', 431, 'Request Header Fields Too Large', 'headers_too_large'],
    ['HPE_INVALID_METHOD', 400, 'Bad Request', 'invalid_request'],
  ];
  for (const [code, status, phrase, problem] of answers) {
    const [head = '', body = ''] = answerTo(code)?.split('\r\n\r\n') ?? [];
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
  const malformed = answerTo('HPE_INVALID_METHOD')?.split('\r\n\r\n')[1] ?? '';
  t.match(JSON.parse(malformed), {
    detail: 'The request is not HTTP',
    errors: [{ path: '', message: 'is not HTTP' }],
  });
});

t.test('a connection that is gone is only closed', async (t) => {
  t.equal(answerTo('ECONNRESET'), null);
  t.equal(answerTo('HPE_INVALID_METHOD', false), null);
});
