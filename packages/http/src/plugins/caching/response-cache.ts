import type { Clock, SnapshotVersions } from '@event-platform/domain';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import {
  type CachedResponse,
  etagOf,
  matchesEtag,
  ownBytes,
  sendCached,
  setValidators,
} from './cached-response.ts';
import { nextEndReader } from './next-end.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Caches the route's responses to anonymous callers. A `list` is neither cached nor shared at the first request
     * of its URL: such a URL often holds the caller's position and never comes again.
     */
    cached?: 'list' | 'item';
    /** What responses of one URL differ by, such as their language. */
    cacheVariant?: (request: FastifyRequest) => string;
  }
  interface FastifyRequest {
    /** Set while this request makes a response that others of the same URL may wait for. */
    pendingResponse: PendingResponse | null;
    /** Set by a route whose response is one list or one event: whether that is still the same at an instant. */
    isListCurrent: ((at: Date, version: string) => Promise<boolean>) | null;
  }
}

/** A response that a request is making. */
interface PendingResponse {
  readonly key: string;
  readonly version: string;
  readonly from: Date;
  /** Whether its URL was requested before, or another request waits for it. */
  isShared: boolean;
  readonly response: Promise<CachedResponse | null>;
  readonly settle: (response: CachedResponse | null) => void;
}

/** Bytes of all cached responses, and of a single one. */
const cacheSize = { maxSize: 12_000_000, maxEntrySize: 400_000 };
/** The URLs that were requested: how many, and their characters. */
const requestedSize = { max: 5_000, maxSize: 1_000_000 };

/** Whether a cached response is right at another version; all requests of that version share one check. */
const checkOnce = async (cached: CachedResponse, version: string, now: Date): Promise<boolean> => {
  if (!cached.isCurrent) return false;
  if (cached.check?.version !== version)
    cached.check = { version, isCurrent: cached.isCurrent(now, version) };
  const { check } = cached;
  try {
    return await check.isCurrent;
  } catch (error) {
    // The next request asks again.
    if (cached.check === check) cached.check = undefined;
    throw error;
  }
};

/** The options of {@link responseCache}. */
export interface ResponseCacheOptions {
  readonly snapshotVersions: SnapshotVersions;
  readonly clock: Clock;
}

/**
 * Serves anonymous callers from memory while the data's version is that of the cached response. Each request reads
 * the version after it arrived, so it never gets a response older than a confirmed write of any replica. Concurrent
 * equal requests are computed once; a response that only one client requests is not cached. Most writes change no list: at
 * another version a list is asked whether it is still the same. Responses carry an `ETag` (RFC 9110), and a matching
 * `If-None-Match` gets 304. ADRs 0015 and 0038.
 */
export const responseCache = fp(async (app: App, { snapshotVersions, clock }: ResponseCacheOptions) => {
  const cache = new LRUCache<string, CachedResponse>({
    ...cacheSize,
    // A third for the compressed body.
    sizeCalculation: ({ body }, key) => Math.ceil((body.length * 4) / 3) + key.length,
  });
  const requested = new LRUCache<string, true>({ ...requestedSize, sizeCalculation: (_, key) => key.length });
  const pending = new Map<string, PendingResponse>();
  const nextEnd = nextEndReader(snapshotVersions);

  /** A promise at another version only: most requests need not wait. */
  const isValid = (cached: CachedResponse, version: string): boolean | Promise<boolean> => {
    const now = clock.now();
    if (now.getTime() < cached.validFrom || now.getTime() >= cached.validUntil) return false;
    return cached.version === version || isStillValid(cached, version, now);
  };
  const isStillValid = async (cached: CachedResponse, version: string, now: Date): Promise<boolean> => {
    const isCurrent = await checkOnce(cached, version, now);
    if (isCurrent) cached.version = version;
    return isCurrent;
  };

  const findPending = (key: string, version: string): Promise<CachedResponse | null> | undefined => {
    const found = pending.get(key);
    if (found?.version !== version) return undefined;
    found.isShared = true;
    return found.response;
  };

  const sendIfCached = async (
    { cached, cacheVariant }: FastifyContextConfig,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    if (request.headers.authorization !== undefined) return undefined;
    const key = cacheVariant ? `${cacheVariant(request)} ${request.url}` : request.url;
    const isFirst = !requested.has(key);
    requested.set(key, true);
    if (isFirst && cached === 'list') return undefined;
    const version = await snapshotVersions.current();
    const awaited = findPending(key, version);
    const found = awaited ? await awaited : cache.get(key);
    if (found) {
      const valid = isValid(found, version);
      if (valid === true || (await valid)) return sendCached(request, reply, found);
    }
    const { promise, resolve } = Promise.withResolvers<CachedResponse | null>();
    const from = clock.now();
    request.pendingResponse = {
      key,
      version,
      from,
      isShared: !isFirst,
      response: promise,
      settle: resolve,
    };
    pending.set(key, request.pendingResponse);
    return undefined;
  };

  const settle = (request: FastifyRequest, response: CachedResponse | null): void => {
    const { pendingResponse } = request;
    if (!pendingResponse) return;
    request.pendingResponse = null;
    const { key } = pendingResponse;
    if (pending.get(key) === pendingResponse) pending.delete(key);
    pendingResponse.settle(response);
  };

  const store = async (request: FastifyRequest, reply: FastifyReply, body: string): Promise<string> => {
    const { pendingResponse } = request;
    const etag = etagOf(body);
    setValidators(reply, etag);
    if (pendingResponse?.isShared) {
      const { key, version, from } = pendingResponse;
      const validUntil = await nextEnd(version, from);
      const cached: CachedResponse = {
        body: ownBytes(body),
        etag,
        type: String(reply.getHeader('content-type')),
        version,
        isCurrent: request.isListCurrent,
        validFrom: from.getTime(),
        validUntil,
      };
      cache.set(key, cached);
      settle(request, cached);
    } else settle(request, null);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return body;
    reply.code(304).removeHeader('content-type');
    return '';
  };

  const storeIfPublic = (
    request: FastifyRequest,
    reply: FastifyReply,
    body: unknown,
    done: (error: null, body: unknown) => void,
  ): Promise<string> | undefined => {
    const isPublic = reply.statusCode === 200 && request.headers.authorization === undefined;
    if (isPublic && typeof body === 'string' && !reply.hasHeader('etag')) return store(request, reply, body);
    done(null, body);
    return undefined;
  };

  app.decorateRequest('pendingResponse', null);
  app.decorateRequest('isListCurrent', null);
  app.addHook('onRoute', (route) => {
    const { config } = route;
    if (!config?.cached) return;
    const send = (request: FastifyRequest, reply: FastifyReply) => sendIfCached(config, request, reply);
    route.onRequest = [route.onRequest ?? [], send].flat();
    // Before the response is compressed.
    route.onSend = [storeIfPublic, route.onSend ?? []].flat();
    // A request that waits must not wait for a response that was refused or never sent.
    const release = (request: FastifyRequest, done: () => void): void => {
      settle(request, null);
      done();
    };
    const releaseSent = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
      release(request, done);
    route.onResponse = [route.onResponse ?? [], releaseSent].flat();
    route.onRequestAbort = [route.onRequestAbort ?? [], release].flat();
  });
});
