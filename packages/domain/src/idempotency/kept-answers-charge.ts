import type { UserId } from '../ids.ts';
import type { SpanCharge } from '../quotas/charge.ts';
import { nextUtcDay, utcDay } from '../time.ts';
import { idempotencyPolicy } from './idempotency-policy.ts';

/** What keeping an answer takes from its caller's UTC day. */
export const keptAnswersCharge = (callerId: UserId, answer: string, at: Date): SpanCharge => ({
  key: `kept-answers:${utcDay(at)}:${callerId}`,
  amount: answer.length + idempotencyPolicy.answerOverhead,
  limit: idempotencyPolicy.lengthPerDay,
  until: nextUtcDay(at),
});
