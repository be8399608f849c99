import type { UserId } from '../ids.ts';
import { nextUtcDay, utcDay } from '../time.ts';
import { idempotencyPolicy } from './idempotency-policy.ts';

/** What is to be taken from a caller's quota of kept answers, as `Quotas.take` has it. */
export interface KeptAnswersCharge {
  readonly key: string;
  readonly amount: number;
  readonly limit: number;
  readonly until: Date;
}

/** What keeping an answer takes from its caller's UTC day. */
export const keptAnswersCharge = (callerId: UserId, answer: string, at: Date): KeptAnswersCharge => ({
  key: `kept-answers:${utcDay(at)}:${callerId}`,
  amount: answer.length + idempotencyPolicy.answerOverhead,
  limit: idempotencyPolicy.lengthPerDay,
  until: nextUtcDay(at),
});
