import { idempotencyPolicy } from '../../src/idempotency/idempotency-policy.ts';
import { keptAnswersCharge } from '../../src/idempotency/kept-answers-charge.ts';
import type { KeyedRequest } from '../../src/ports/keyed-request.ts';
import { after } from '../../src/time.ts';
import { takeAll } from '../quotas/memory-quotas.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Keeps the answer to a request; false when its caller has no room for it. None is kept for an erased account. */
export const keepAnswer = (tables: Tables, request: KeyedRequest, at: Date, answer: string): boolean => {
  const { callerId, requestHash } = request;
  if (!tables.users.get(callerId)) return true;
  if (takeAll(tables, [keptAnswersCharge(callerId, answer, at)], at).refusal) return false;
  const until = after(at, idempotencyPolicy.retention);
  tables.keptAnswers.set(pairKey(callerId, requestHash), { ...request, answer, until });
  return true;
};
