import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { refuseCall } from '../../problems/refused-request.ts';
import { clientBlockOf } from '../clients/client-key.ts';
import { bodyLimits } from '../protocol/json-body.ts';
import { onClosed } from './response-closed.ts';

/** Long bodies of one client in memory at once, each of the longest that any route takes. */
const maxBodies = 2;
const maxOfClient = maxBodies * bodyLimits.invites;

/** What the body of a request will hold, in bytes; 0 for a usual one and for one that is refused unread. */
const longBodyOf = ({ headers, routeOptions }: FastifyRequest): number => {
  const limit = routeOptions.bodyLimit ?? bodyLimits.usual;
  if (limit <= bodyLimits.usual) return 0;
  const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limit;
  return bytes > bodyLimits.usual && bytes <= limit ? bytes : 0;
};

/**
 * Bounds the long bodies of one client that are in memory: from before they are read until the response is sent or
 * the connection closed. A first one is always read; beyond two of the longest it is 429, unread, and the connection is
 * closed, so that the rest of it is not received for nothing.
 */
export const incomingBodies = fp(async (app: App) => {
  const bytesOf = new Map<string, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = longBodyOf(request);
    if (bytes === 0) {
      done();
      return;
    }
    const client = clientBlockOf(request);
    const held = bytesOf.get(client) ?? 0;
    if (held > 0 && held + bytes > maxOfClient) {
      reply.header('connection', 'close');
      const detail = 'Too many long bodies of this client are being received.';
      throw refuseCall('caller-slots', detail, maxBodies, 1_000);
    }
    bytesOf.set(client, held + bytes);
    onClosed(reply.raw, () => {
      const left = (bytesOf.get(client) ?? 0) - bytes;
      if (left === 0) bytesOf.delete(client);
      else bytesOf.set(client, left);
    });
    done();
  });
});
