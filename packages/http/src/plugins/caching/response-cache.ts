import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SharedBody, sendShared, sharedBody } from './shared-body.ts';

/** Caches may reuse a response for one second, then have to revalidate it (RFC 9111). */
const cacheControl = 'public, max-age=1, must-revalidate';

/** The request headers that a response may differ by. */
const variesBy = 'authorization, accept-encoding';

const setValidators = (reply: FastifyReply, etag: string): void => {
  const vary = reply.getHeader('vary');
  reply
    .header('etag', etag)
    .header('cache-control', cacheControl)
    .header(
      'vary',
      vary === undefined ? variesBy : `${Array.isArray(vary) ? vary.join(', ') : vary}, ${variesBy}`,
    );
};

/** Variants of a response in memory for one object; what makes more of them is made anew. */
const maxVariants = 8;

/**
 * Bytes of a response that is kept. Stores find the objects of longer ones anew each time, and what a `WeakMap` holds
 * for them would be in memory until the next full collection.
 */
const maxKept = 250_000;

/** Sends a response to an anonymous caller. @param source null for one that is not kept */
export type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  source: object | null,
  make: () => string,
  /** What responses that are made of the same object differ by, such as their language. */
  variant?: string,
) => FastifyReply | Promise<FastifyReply>;

/**
 * Caches responses by the object they are made of: stores give the same list or event again for as long as nothing in it has
 * changed, so a response lives exactly as long as its object (ADR 0038). Each carries an `ETag` (RFC 9110), and a matching
 * `If-None-Match` gets 304. @param type the media type
 */
export const responseCache = (type: string): SendCached => {
  const responses = new WeakMap<object, Map<string, SharedBody>>();
  const bodyOf = (source: object, make: () => string, variant: string): SharedBody => {
    const ofSource = responses.get(source) ?? new Map<string, SharedBody>();
    responses.set(source, ofSource);
    const known = ofSource.get(variant);
    if (known) return known;
    const made = sharedBody(make(), type);
    const [oldest] = ofSource.keys();
    if (ofSource.size === maxVariants && oldest !== undefined) ofSource.delete(oldest);
    if (made.body.length <= maxKept) ofSource.set(variant, made);
    return made;
  };
  return (request, reply, source, make, variant = '') => {
    const body = source ? bodyOf(source, make, variant) : sharedBody(make(), type);
    setValidators(reply, body.etag);
    return sendShared(request, reply, body);
  };
};
