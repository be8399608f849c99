import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Clock, refuseInput } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { v7 } from 'uuid';
import type { App } from '../../app.ts';
import type { AppSettings } from '../../app-settings.ts';
import { securityHeaders } from '../../security/security-headers.ts';

/** An id that a client or a proxy may choose: short, and harmless in any log or header. */
const safeId = /^[A-Za-z0-9._-]{8,64}$/;

const idBytes = 16;
/** Random bytes for many ids: a call of the random source for each id takes longer than making the id. */
const pool = new Uint8Array(256 * idBytes);
let usedCount = pool.length;

const randomBytes = (): Uint8Array => {
  if (usedCount === pool.length) {
    randomFillSync(pool);
    usedCount = 0;
  }
  usedCount += idBytes;
  return pool.subarray(usedCount - idBytes, usedCount);
};

/** The request's id: its `X-Request-Id` if that is safe, else a UUIDv7. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const header = headers['x-request-id'];
  return typeof header === 'string' && safeId.test(header) ? header : v7({ random: randomBytes() });
};

/** The number of `Host` headers; names and values take turns in the list. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
};

/** With trusted proxies, Fastify lists the addresses from the peer to the first one that is not trusted. */
const isPeerTrusted = (request: FastifyRequest): boolean => (request.ips?.length ?? 1) > 1;

/** The least time between two warnings of a process, in milliseconds: any caller can provoke them. */
const warningIntervalMs = 60_000;

/** The options of {@link headers}. */
export interface HeadersOptions {
  readonly settings: Pick<AppSettings, 'publicUrl'>;
  readonly clock: Clock;
}

/**
 * The headers that every response has, and what is looked at in those of every request. Responses carry the security
 * headers, the request's id and, unless their route overrides it, `Cache-Control: no-store`. A request must have one
 * `Host` and may have any `Expect`. A warning is logged when a peer that `TRUST_PROXY` does not name sends `X-Forwarded-For`:
 * either a caller forges it, or all callers behind an unnamed proxy share one rate limit.
 */
export const headers = fp(async (app: App, { settings, clock }: HeadersOptions) => {
  const constant = { ...securityHeaders(settings.publicUrl), 'cache-control': 'no-store' };
  let silentUntil = 0;
  const warn = (request: FastifyRequest): void => {
    const now = clock.now().getTime();
    if (now < silentUntil) return;
    silentUntil = now + warningIntervalMs;
    request.log.warn('X-Forwarded-For ignored: it came from a peer that TRUST_PROXY does not name');
  };
  // A server may ignore an expectation that it does not know (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant).header('x-request-id', request.id);
    if (request.headers['x-forwarded-for'] !== undefined && !isPeerTrusted(request)) warn(request);
    const hosts = hostsOf(request.raw);
    // RFC 9112 section 3.2: without one host, a proxy may have read a different request.
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1'))
      throw refuseInput({ path: '', message: 'must have one Host header' });
    done();
  });
});
