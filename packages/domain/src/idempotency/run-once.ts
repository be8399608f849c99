import { createDomain, type Domain } from '../create-domain.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AuditEntry, AuditLog } from '../ports/operators/audit-log.ts';
import type { Idempotency, KeyedOutcome, KeyedResult } from '../ports/requests/idempotency.ts';
import type { KeyedRequest } from '../ports/requests/keyed-request.ts';
import { refuseUntil } from '../problem.ts';
import type { AccountCharge } from '../quotas/charge.ts';
import { nextUtcDay } from '../time.ts';
import { idempotencyPolicy } from './idempotency-policy.ts';

/** The outcomes that are no problem of the domain. */
export type RunOnceOutcome = Exclude<KeyedOutcome, { readonly kind: 'exhausted' }>;

/**
 * Runs the work of a keyed request at most once, with a domain whose commands all belong to one transaction, which
 * keeps the response too. Rejects when the work does. Throws `rate_limited` for a caller who had too much kept.
 * @param size `bulk` for work that runs a bulk unit of work
 */
export type RunOnce = (
  request: KeyedRequest,
  work: (domain: Domain) => Promise<KeyedResult>,
  size?: 'usual' | 'bulk',
) => Promise<RunOnceOutcome>;

/** Binds {@link RunOnce} to the dependencies of the domain. */
export const createRunOnce = (
  dependencies: Dependencies & { readonly idempotency: Idempotency },
): RunOnce => {
  const { idempotency, clock, auditLog } = dependencies;
  return async (request, work, size = 'usual') => {
    const now = clock.now();
    // The audit log tells of what has happened: nothing has before the commit.
    const entries: AuditEntry[] = [];
    let uses: AccountCharge[] = [];
    let isRefused = false;
    const outcome = await idempotency.run(
      request,
      now,
      async (unit) => {
        const deferredLog: AuditLog = { record: (entry) => void entries.push(entry) };
        uses = [];
        const result = await work(
          createDomain({
            ...dependencies,
            lastingQuotas: dependencies.stores.quotas,
            ...unit,
            auditLog: deferredLog,
            noteUse: (charge) => void uses.push(charge),
          }),
        );
        if (result.response.length > idempotencyPolicy.responseLength)
          throw new RangeError(`a response of ${result.response.length} characters is too long to be kept`);
        if (result.isRefusal) entries.length = 0;
        isRefused = result.isRefusal;
        return result;
      },
      size,
    );
    // Its transaction was rolled back, with what it took.
    if (isRefused) for (const charge of uses) await dependencies.stores.quotas.takeAll([charge], now);
    if (outcome.kind === 'exhausted') {
      const { lengthPerDay } = idempotencyPolicy;
      const detail = 'Too much was sent with idempotency keys in one day. Requests without a key still work.';
      throw refuseUntil('stored-responses', detail, lengthPerDay, now, nextUtcDay(now));
    }
    if (outcome.kind === 'first') for (const entry of entries) auditLog.record(entry);
    return outcome;
  };
};
