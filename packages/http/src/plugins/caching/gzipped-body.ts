import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../protocol/compression.ts';

/**
 * Sends a long body that is in memory compressed: as it is, or decompressed while its client reads it, so
 * that a slow one does not make the service hold all of it. The caller sets its media type.
 */
export const sendGzipped = (
  request: FastifyRequest,
  reply: FastifyReply,
  gzipped: Uint8Array,
): FastifyReply => {
  reply.header('vary', 'accept-encoding');
  if (acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(gzipped);
  const body = createGunzip();
  body.end(gzipped);
  // The last four bytes of a member are the length of its content (RFC 1952, section 2.3.1).
  const { length } = gzipped;
  return reply.header('content-length', Buffer.from(gzipped.subarray(length - 4)).readUInt32LE()).send(body);
};
