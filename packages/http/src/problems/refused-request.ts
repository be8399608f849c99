import type { HttpBudget } from './http-budgets.ts';
import type { Refusal } from './problem-response.ts';

/** A request that breaks a rule of HTTP; no use case runs. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'RefusedRequest';
    this.refusal = refusal;
  }
}

/** Makes the error for a caller who spent a budget of `limit` calls, `ttlMs` before calls are allowed again. */
export const refuseCall = (
  budget: HttpBudget,
  detail: string,
  limit: number,
  ttlMs: number,
): RefusedRequest =>
  new RefusedRequest({
    code: 'rate_limited',
    detail,
    budget,
    limit,
    retryAfterSeconds: Math.ceil(ttlMs / 1000),
  });
