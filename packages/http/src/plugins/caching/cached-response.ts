import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, compressionThreshold } from '../protocol/compression.ts';

/** A body that many requests share. */
export interface SharedBody {
  /** In UTF-8: encoding it for each request would cost more than everything else. */
  readonly body: Buffer;
  /** The body for clients that accept gzip, made for the first of them. */
  gzipped?: Promise<Buffer> | undefined;
  readonly etag: string;
  readonly type: string;
}

/** A response in the cache, and how long it is valid. */
export interface CachedResponse extends SharedBody {
  /** A version of the data at which the response was right; the latest one that is known. */
  version: string;
  /** Whether it is right at another version, too: `FastifyRequest.isListCurrent`. */
  readonly isCurrent: ((at: Date, version: string) => Promise<boolean>) | null;
  /** The check for the latest version, which all requests of that version share. */
  check?: { readonly version: string; readonly isCurrent: Promise<boolean> } | undefined;
  /** When its request arrived, in milliseconds since 1970. */
  readonly validFrom: number;
  /** When a listed event ends, which changes lists without a write; in milliseconds since 1970. */
  readonly validUntil: number;
}

const gzipAsync = promisify(gzip);

/**
 * Bytes in memory of their own, for those that stay: a short buffer is otherwise a part of a larger one (64 KiB in
 * `Buffer.from`, 16 KiB in zlib), which stays with it.
 */
export const ownBytes = (content: string | Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') own.write(content);
  else content.copy(own);
  return own;
};

/** Caches may reuse a response for one second, then have to revalidate it (RFC 9111). */
const cacheControl = 'public, max-age=1, must-revalidate';

/** The entity tag of a body; weak, as the same body may be sent compressed or not. */
export const etagOf = (body: string): string => `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** The request headers that a response may differ by. */
const variesBy = 'authorization, accept-encoding';

/** Sets the headers that let clients and caches revalidate a response. */
export const setValidators = (reply: FastifyReply, etag: string): void => {
  const vary = reply.getHeader('vary');
  reply
    .header('etag', etag)
    .header('cache-control', cacheControl)
    .header(
      'vary',
      vary === undefined ? variesBy : `${Array.isArray(vary) ? vary.join(', ') : vary}, ${variesBy}`,
    );
};

/** Whether one of the tags of an `If-None-Match` is that one, weakly compared (RFC 9110, section 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^(?!W\/)/, 'W/') === etag));

const sendGzipped = async (reply: FastifyReply, gzipped: Promise<Buffer>): Promise<FastifyReply> =>
  reply.header('content-encoding', 'gzip').send(await gzipped);

/** Sends a shared body, or 304 to a client that has it already. */
export const sendShared = (
  request: FastifyRequest,
  reply: FastifyReply,
  shared: SharedBody,
): FastifyReply | Promise<FastifyReply> => {
  if (matchesEtag(request.headers['if-none-match'], shared.etag)) return reply.code(304).send();
  reply.type(shared.type);
  if (shared.body.length < compressionThreshold || !acceptsGzip(request)) return reply.send(shared.body);
  shared.gzipped ??= gzipAsync(shared.body).then(ownBytes);
  return sendGzipped(reply, shared.gzipped);
};

/** Sends a response from the cache. */
export const sendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): FastifyReply | Promise<FastifyReply> => {
  setValidators(reply, cached.etag);
  return sendShared(request, reply, cached);
};
