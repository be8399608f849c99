import { idempotencyPolicy } from '../../src/idempotency/idempotency-policy.ts';
import { storedResponsesCharge } from '../../src/idempotency/stored-responses-charge.ts';
import type { KeyedRequest } from '../../src/ports/requests/keyed-request.ts';
import { after } from '../../src/time.ts';
import { takeAll } from '../quotas/memory-quotas.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Keeps the response to a request; false when its caller has no room for it. None is kept for an erased account. */
export const storeResponse = (tables: Tables, request: KeyedRequest, at: Date, response: string): boolean => {
  const { callerId, requestHash } = request;
  if (!tables.users.get(callerId)) return true;
  if (takeAll(tables, [storedResponsesCharge(callerId, response, at)], at).refusal) return false;
  const until = after(at, idempotencyPolicy.retention);
  tables.storedResponses.set(pairKey(callerId, requestHash), { ...request, response, until });
  return true;
};
