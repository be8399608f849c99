import type { Socket } from 'node:net';
import { refuseInput } from '@event-platform/domain';
import type { ConnectionError } from 'fastify';
import type { Links } from '../../links.ts';
import { problemDetails, problemMediaType, type Refusal } from '../../problems/problem-response.ts';
import { requestIdOf } from './headers.ts';

// An import statement would load all that the module offers, WebSocket and fetch included, with each start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** What the parser of Node refuses by its method alone; in capitals, as other text is no request at all. */
const requestLine = /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/;

/** Of all routes: what the request asked for is not known. */
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const refusalOf = ({ code, rawPacket }: ConnectionError): Refusal => {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return requestLine.test(String(rawPacket)) ? { code: 'method_not_allowed' } : notHttp();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout' };
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large' };
    default:
      return notHttp();
  }
};

const notHttp = (): Refusal => refuseInput({ path: '', message: 'is not HTTP' }).problem;

/** Responds with a problem to bytes that are not a request, and closes the connection. */
export const clientErrorHandler =
  (links: Links) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const details = problemDetails(refusalOf(error), requestIdOf({ headers: {} }), links);
    const body = JSON.stringify(details);
    socket.end(
      [
        `HTTP/1.1 ${details.status} ${STATUS_CODES[details.status]}`,
        `Content-Type: ${problemMediaType}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${details.requestId}`,
        ...(details.status === 405 ? [`Allow: ${methods}`] : []),
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
