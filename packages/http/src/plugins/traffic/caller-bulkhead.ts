import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { refuseCall } from '../../problems/refused-request.ts';
import { createCallerSlots } from './caller-slots.ts';
import { clientKeyOf } from './client-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the slot of this request back, after this payload; null while it has none. */
    releaseSlot: ((payload: unknown) => void) | null;
  }
}

/** Requests that are worked on at once. */
const slotsOf = {
  /** One person: more than an app asks for at once. */
  account: 16,
  /** Behind one address may be a whole company, or a proxy that is not in `TRUST_PROXY`. */
  network: 64,
};

/** What the slots of one caller send together; the bytes of a usual page are free. */
const rate = { freeBytes: 64_000, bytesPerMs: 8_000 };

/** How long one of the slots rests after it sent this. */
const restMsOf = (payload: unknown, slots: number): number => {
  // What is sent as bytes was made before. Counting those of each short text would cost more than it tells.
  if (typeof payload !== 'string' || payload.length * 3 <= rate.freeBytes) return 0;
  const bytes = Math.max(0, Buffer.byteLength(payload) - rate.freeBytes);
  return (bytes * slots) / rate.bytesPerMs;
};

/**
 * Bounds what one caller, an account or else a network, takes of the process: 16 requests of an account are worked
 * on at once, 64 of a network; others wait for them, and are refused with 429 when that takes too long. After a long
 * response its slot rests, so that one caller gets 8 MB a second. Responses from the cache and health checks take no
 * slot. ADR 0042.
 */
export const callerBulkhead = fp(async (app: App) => {
  const callers = createCallerSlots();
  app.decorateRequest('releaseSlot', null);
  // Once the caller is known and the body is there, so that a slow sender takes no slot.
  app.addHook('preValidation', async (request, reply) => {
    if ('pressureHandler' in request.routeOptions.config) return;
    const key = clientKeyOf(request);
    const slots = request.caller ? slotsOf.account : slotsOf.network;
    // With the token of an ended session, requests must not wait before those of its user.
    if (request.sessionCheck && !callers.isFree(key, slots)) await request.sessionCheck;
    const release = await callers.take(key, slots);
    if (!release)
      throw refuseCall(
        'caller-slots',
        `More than ${slots} requests of this caller are being worked on.`,
        slots,
        1_000,
      );
    request.releaseSlot = (payload) => release(restMsOf(payload, slots));
    // Not when the connection closes: the work goes on, and a caller who hangs up at once would have no bound.
    reply.raw.once('finish', () => release(0));
  });
  // What a reader takes its time for is not work.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.releaseSlot?.(payload);
    done();
  });
});
