import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type DomainError, refuseUntil } from '../problem.ts';
import { type AccountBudget, accountPolicy } from './account-policy.ts';
import { accountCharge } from './account-quota.ts';
import type { QuotaSpent } from './charge.ts';

/** The refusal of what would be more than an account's quota. @param name what callers know it by */
export const refuseSpent = (
  budget: AccountBudget,
  { limit, until }: QuotaSpent,
  now: Date,
  name: AccountBudget = budget,
): DomainError => {
  const { what } = accountPolicy.quotas[budget];
  return refuseUntil(name, `More than ${limit} ${what} by one account.`, limit, now, until);
};

type QuotaDependencies = Pick<Dependencies, 'clock' | 'settings' | 'noteUse'> & {
  readonly stores: Pick<Dependencies['stores'], 'quotas'>;
};

/** Counts one use of an account's quota. Throws `rate_limited` when it is spent. */
export const useQuota = async (
  { stores, clock, settings, noteUse }: QuotaDependencies,
  user: UserId,
  budget: AccountBudget,
): Promise<void> => {
  const now = clock.now();
  const charge = accountCharge(user, budget, settings, now);
  if (!charge) return;
  const { refusal } = await stores.quotas.takeAll([charge], now);
  if (refusal) throw refuseSpent(budget, refusal, now);
  noteUse?.(charge);
};

/** The same for a use that is counted before a keyed request is decided, so that parallel ones can't pass the limit. */
export const useLastingQuota = (
  { lastingQuotas, noteUse, ...dependencies }: QuotaDependencies & Pick<Dependencies, 'lastingQuotas'>,
  user: UserId,
  budget: AccountBudget,
): Promise<void> =>
  useQuota(
    lastingQuotas
      ? { ...dependencies, stores: { quotas: lastingQuotas } }
      : { ...dependencies, ...(noteUse ? { noteUse } : {}) },
    user,
    budget,
  );
