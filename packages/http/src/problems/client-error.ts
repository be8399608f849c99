import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refuseInput } from '@event-platform/domain';
import type { ConnectionError } from 'fastify';
import type { Links } from '../links.ts';
import { requestIdOf } from '../plugins/request-id.ts';
import { problemDetails, problemMediaType, type Refusal } from './problem-response.ts';

const refusalOf = (code: string): Refusal => {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout' };
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large' };
    default:
      return refuseInput({ path: '', message: 'is not HTTP' }).problem;
  }
};

/** Responds with a problem to bytes that are not a request, and closes the connection. */
export const clientErrorHandler =
  (links: Links) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const details = problemDetails(refusalOf(error.code), requestIdOf({ headers: {} }), links);
    const body = JSON.stringify(details);
    socket.end(
      [
        `HTTP/1.1 ${details.status} ${STATUS_CODES[details.status]}`,
        `Content-Type: ${problemMediaType}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${details.requestId}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
