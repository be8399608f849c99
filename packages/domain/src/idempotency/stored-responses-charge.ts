import type { UserId } from '../ids.ts';
import type { SpanCharge } from '../quotas/charge.ts';
import { nextUtcDay, utcDay } from '../time.ts';
import { idempotencyPolicy } from './idempotency-policy.ts';

/** What keeping a response takes from its caller's UTC day. */
export const storedResponsesCharge = (callerId: UserId, response: string, at: Date): SpanCharge => ({
  key: `stored-responses:${utcDay(at)}:${callerId}`,
  amount: response.length + idempotencyPolicy.responseOverhead,
  limit: idempotencyPolicy.lengthPerDay,
  until: nextUtcDay(at),
});
