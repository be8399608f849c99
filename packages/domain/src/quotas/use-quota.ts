import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type DomainError, refuseUntil } from '../problem.ts';
import { type AccountBudget, accountPolicy, accountQuota, type QuotaSpent } from './account-quota.ts';

/** The refusal of what would be more than an account's quota. */
export const refuseSpent = (budget: AccountBudget, { limit, until }: QuotaSpent, now: Date): DomainError => {
  const { what } = accountPolicy.quotas[budget];
  return refuseUntil(budget, `More than ${limit} ${what} by one account.`, limit, now, until);
};

/** Counts one use of an account's quota. Throws `rate_limited` when it is spent. */
export const useQuota = async (
  { stores, clock, settings }: Pick<Dependencies, 'stores' | 'clock' | 'settings'>,
  user: UserId,
  budget: AccountBudget,
): Promise<void> => {
  const now = clock.now();
  const quota = accountQuota(user, budget, settings, now);
  const spent = quota && (await stores.quotas.use(user, quota, now));
  if (spent) throw refuseSpent(budget, spent, now);
};
