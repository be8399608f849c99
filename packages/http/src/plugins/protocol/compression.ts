import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Shorter bodies fit in one packet anyway; in bytes. */
export const compressionThreshold = 1_400;
/** Handing over a shorter body to another thread takes longer than compressing it. */
const asyncThreshold = 32_768;

const gzipAsync = promisify(gzip);

const compressible = /^text\/|[/+](?:json|xml|javascript)\b/;

/** Whether the client accepts gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean => {
  const encodings = headers['accept-encoding'];
  return encodings !== undefined && negotiate(String(encodings), ['gzip']) === 'gzip';
};

const addVary = (reply: FastifyReply): void => {
  const vary = [reply.getHeader('vary') ?? []].flat().join(', ');
  if (!/accept-encoding/i.test(vary))
    reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`);
};

/**
 * The body for this client: compressed at once where it is a longer text and the client accepts gzip. A
 * compressor that waits for its reader would hold a quarter of a megabyte, and the text, for each response.
 */
export const compressed = <Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): Body | Buffer | Promise<Buffer> => {
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || !acceptsGzip(request)) return body;
  if (reply.hasHeader('content-encoding')) return body;
  if (!compressible.test(String(reply.getHeader('content-type') ?? 'application/json'))) return body;
  const bytes = Buffer.byteLength(body);
  if (bytes < compressionThreshold) return body;
  addVary(reply);
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return bytes < asyncThreshold ? gzipSync(body) : gzipAsync(body);
};
