import { signInPolicy } from '@event-platform/domain';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { clientNetworks, isLoopback } from '../../input/client-network.ts';
import { type RefusedRequest, refuseCall } from '../../problems/refused-request.ts';
import { windowKey } from './window-key.ts';

const { span, ipv4, ipv6 } = signInPolicy.startCalls;

/** The limit of the narrowest network, which every refusal names. */
const [{ limit }] = ipv4;

/** The windows of a caller: one for each width of network that it may own. */
const windowsFor = (ip: string): string =>
  windowKey(
    clientNetworks(ip, { ipv4, ipv6 }).map(({ network, limit }) => ({ key: `otp-start ${network}`, limit })),
  );

/** The limit of a service under development. */
export interface RelaxedStartLimit {
  /** Calls within ten minutes from a loopback address, unless a proxy forwarded them. */
  readonly loopbackCalls: number;
  /** Whether calls for a phone, as the client sent it, are not counted; absent: all are counted. */
  readonly isExempt?: ((phone: string) => boolean) | undefined;
}

const isDirectFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopback(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;

const phoneOf = ({ body }: FastifyRequest): string => {
  const { phone } = (body ?? {}) as { readonly phone?: unknown };
  return typeof phone === 'string' ? phone : '';
};

const refuseStart = (max: number, ttlMs: number): RefusedRequest =>
  refuseCall(
    'sign-in-starts',
    `More than ${max} sign-ins were started from this address within ${span / 60_000} minutes.`,
    max,
    ttlMs,
  );

/**
 * The limit of the route that sends SMS, by address and by the networks around it. It is checked before the body is read, so that invalid bodies
 * count. Where some phones are exempt it is checked afterwards, and bodies that are not JSON do not count.
 */
export const startLimit = (relaxedLimit?: RelaxedStartLimit): RateLimitOptions => {
  const strict: RateLimitOptions = {
    max: limit,
    timeWindow: span,
    hook: 'onRequest',
    keyGenerator: (request) => windowsFor(request.ip),
    errorResponseBuilder: (_request, { max, ttl }) => refuseStart(max, ttl),
  };
  if (!relaxedLimit) return strict;
  const { loopbackCalls, isExempt } = relaxedLimit;
  return {
    ...strict,
    max: (request) => (isDirectFromThisMachine(request) ? loopbackCalls : limit),
    // A separate key: calls through a proxy on this machine count against the strict limit.
    keyGenerator: (request) =>
      isDirectFromThisMachine(request)
        ? windowKey([{ key: 'otp-start this machine', limit: loopbackCalls }])
        : windowsFor(request.ip),
    ...(isExempt ? { hook: 'preValidation', allowList: (request) => isExempt(phoneOf(request)) } : {}),
  };
};
