import { idempotencyPolicy } from '../../src/idempotency/idempotency-policy.ts';
import { keptAnswersCharge } from '../../src/idempotency/kept-answers-charge.ts';
import type { KeyedRequest } from '../../src/idempotency/keyed-request.ts';
import { after } from '../../src/time.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Whether the caller has room for the answer. */
export const hasRoom = (
  { quotas }: Tables,
  { callerId }: KeyedRequest,
  at: Date,
  answer: string,
): boolean => {
  const { key, amount, limit } = keptAnswersCharge(callerId, answer, at);
  return (quotas.get(key) ?? 0) + amount <= limit;
};

/**
 * Keeps the answer to a request; false when its caller has no room for it. None is kept for an erased account.
 * @param counted what takes room
 */
export const keepAnswer = (
  tables: Tables,
  request: KeyedRequest,
  at: Date,
  answer: string,
  counted = answer,
): boolean => {
  const { callerId, requestHash } = request;
  if (!tables.users.get(callerId)) return true;
  if (!hasRoom(tables, request, at, counted)) return false;
  const { key, amount } = keptAnswersCharge(callerId, counted, at);
  tables.quotas.set(key, (tables.quotas.get(key) ?? 0) + amount);
  const until = after(at, idempotencyPolicy.retention);
  tables.keptAnswers.set(pairKey(callerId, requestHash), { ...request, answer, until });
  return true;
};
