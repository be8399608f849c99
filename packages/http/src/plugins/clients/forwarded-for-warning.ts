import type { Clock } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';

/** The least time between two warnings of a process, in milliseconds: any caller can provoke them. */
const warningIntervalMs = 60_000;

/** With trusted proxies, Fastify lists the addresses from the peer to the first one that is not trusted. */
const isPeerTrusted = (request: FastifyRequest): boolean => (request.ips?.length ?? 1) > 1;

/**
 * Warns that a peer which `TRUST_PROXY` does not name sends `X-Forwarded-For`: either a caller forges it, or all
 * callers behind an unnamed proxy share one rate limit.
 */
export const forwardedForWarning = fp(async (app: App, { clock }: { readonly clock: Clock }) => {
  let silentUntil = 0;
  const warn = (request: FastifyRequest): void => {
    const now = clock.now().getTime();
    if (now < silentUntil) return;
    silentUntil = now + warningIntervalMs;
    request.log.warn('X-Forwarded-For ignored: it came from a peer that TRUST_PROXY does not name');
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined && !isPeerTrusted(request)) warn(request);
    done();
  });
});
