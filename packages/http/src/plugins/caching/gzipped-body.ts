import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { acceptsGzip } from '../../edge/responses.ts';

/** Bytes of decompressed bodies that a process keeps: two whole parts of a sitemap. */
const maxBytes = 16_000_000;
/** Bytes that a stream of the library takes at least. */
const minChunk = 64;

const unzip = promisify(gunzip);

/** Into one buffer: a gzip ends with the length of what it holds (RFC 1952, section 2.3.1). */
const decompress = (gzippedBytes: Uint8Array): Promise<Buffer> => {
  const { buffer, byteOffset, length } = gzippedBytes;
  const bytes = length < 4 ? 0 : Buffer.from(buffer, byteOffset, length).readUInt32LE(length - 4);
  return unzip(gzippedBytes, { chunkSize: Math.min(Math.max(bytes + 1, minChunk), maxBytes) });
};

/**
 * Decompressed bodies by their compressed ones. Requests share one buffer, which is sent in slices: decompressing it
 * for each of them leaves a hundred kilobytes of buffers for each megabyte that a connection takes.
 */
const decompressedBodies = new LRUCache<Uint8Array, Buffer>({
  max: 100,
  maxSize: maxBytes,
  sizeCalculation: ({ length }) => Math.max(1, length),
  fetchMethod: (gzippedBytes) => decompress(gzippedBytes),
});

/** Sends a long body that is in memory compressed. The caller sets its media type. */
export const sendGzipped = async (
  request: FastifyRequest,
  reply: FastifyReply,
  gzippedBytes: Uint8Array,
): Promise<FastifyReply> => {
  reply.header('vary', 'accept-encoding');
  if (acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(gzippedBytes);
  return reply.send(await decompressedBodies.forceFetch(gzippedBytes));
};
