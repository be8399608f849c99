import { DomainError, signInPolicy } from '@event-platform/domain';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { clientBlock, isLoopback } from './client-network.ts';

const { limit, span } = signInPolicy.startCalls;

/** How a service under development treats those who try it. */
export interface RelaxedStartLimit {
  /** Calls within ten minutes from this machine, unless a proxy forwarded them. */
  readonly loopbackCalls: number;
  /** Whether calls for a phone, as the client wrote it, are not counted; absent: all are. */
  readonly isExempt?: ((phone: string) => boolean) | undefined;
}

const isDirectFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopback(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;

const phoneOf = ({ body }: FastifyRequest): string => {
  const { phone } = (body ?? {}) as { readonly phone?: unknown };
  return typeof phone === 'string' ? phone : '';
};

const refuse = (max: number, ttlMs: number): DomainError =>
  new DomainError({
    code: 'rate_limited',
    detail: `More than ${max} sign-ins were started from this address within ${span / 60_000} minutes.`,
    budget: 'sign-in-starts',
    limit: max,
    retryAfterSeconds: Math.ceil(ttlMs / 1000),
  });

/**
 * The limit of the route that sends SMS, by address. It is judged before the body is read, so that invalid bodies
 * count. Where some phones are exempt it is judged afterwards, and bodies that are no JSON do not count.
 */
export const startLimit = (relaxed?: RelaxedStartLimit): RateLimitOptions => {
  const strict: RateLimitOptions = {
    max: limit,
    timeWindow: span,
    hook: 'onRequest',
    keyGenerator: (request) => `otp-start ${clientBlock(request.ip)}`,
    errorResponseBuilder: (_request, { max, ttl }) => refuse(max, ttl),
  };
  if (!relaxed) return strict;
  const { loopbackCalls, isExempt } = relaxed;
  return {
    ...strict,
    max: (request) => (isDirectFromThisMachine(request) ? loopbackCalls : limit),
    // A key of its own: calls through a proxy on this machine keep the strict limit beside it.
    keyGenerator: (request) =>
      isDirectFromThisMachine(request) ? 'otp-start this machine' : `otp-start ${clientBlock(request.ip)}`,
    ...(isExempt ? { hook: 'preValidation', allowList: (request) => isExempt(phoneOf(request)) } : {}),
  };
};
