import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type DomainError, refuseUntil } from '../problem.ts';
import { type AccountBudget, accountPolicy } from './account-policy.ts';
import { accountCharge } from './account-quota.ts';
import type { QuotaSpent } from './charge.ts';

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
  const charge = accountCharge(user, budget, settings, now);
  if (!charge) return;
  const { refusal } = await stores.quotas.takeAll([charge], now);
  if (refusal) throw refuseSpent(budget, refusal, now);
};
