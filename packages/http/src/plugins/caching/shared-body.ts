import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, compressionThreshold, gzipBytes } from '../../edge/responses.ts';

export interface SharedBody {
  /** In UTF-8: encoding it for each request would cost more than everything else. */
  readonly body: Buffer;
  /** The body for clients that accept gzip, made for the first of them. */
  gzippedBytes?: Promise<Buffer>;
  readonly etag: string;
  readonly type: string;
}

/**
 * Bytes in memory of their own, for those that stay: a short buffer is otherwise a part of a larger one (64 KiB in
 * `Buffer.from`, 16 KiB in zlib), which stays with it.
 */
export const ownBytes = (content: string | Buffer): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') bytes.write(content);
  else content.copy(bytes);
  return bytes;
};

/** The entity tag of a body; weak, as the same body may be sent compressed or not. */
export const etagOf = (body: string): string => `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** A body in memory for many requests. */
export const sharedBody = (text: string, type: string): SharedBody => ({
  body: ownBytes(text),
  etag: etagOf(text),
  type,
});

/** Whether one of the tags of an `If-None-Match` is that weak one (RFC 9110, section 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^(?!W\/)/, 'W/') === etag));

const sendGzipped = async (reply: FastifyReply, gzippedBytes: Promise<Buffer>): Promise<FastifyReply> =>
  reply.header('content-encoding', 'gzip').send(await gzippedBytes);

/** Sends a shared body, or 304 to a client that has it already. */
export const sendShared = (
  request: FastifyRequest,
  reply: FastifyReply,
  sharedBody: SharedBody,
): FastifyReply | Promise<FastifyReply> => {
  if (matchesEtag(request.headers['if-none-match'], sharedBody.etag)) return reply.code(304).send();
  reply.type(sharedBody.type);
  if (sharedBody.body.length < compressionThreshold || !acceptsGzip(request))
    return reply.send(sharedBody.body);
  sharedBody.gzippedBytes ??= gzipBytes(sharedBody.body).then(ownBytes);
  return sendGzipped(reply, sharedBody.gzippedBytes);
};
