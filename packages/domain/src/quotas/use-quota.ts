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

type QuotaDependencies = Pick<Dependencies, 'clock' | 'settings'> & {
  readonly stores: Pick<Dependencies['stores'], 'quotas'>;
};

/** Counts one use of an account's quota. Throws `rate_limited` when it is spent. */
export const useQuota = async (
  { stores, clock, settings }: QuotaDependencies,
  user: UserId,
  budget: AccountBudget,
): Promise<void> => {
  const now = clock.now();
  const charge = accountCharge(user, budget, settings, now);
  if (!charge) return;
  const { refusal } = await stores.quotas.takeAll([charge], now);
  if (refusal) throw refuseSpent(budget, refusal, now);
};

/** The same for a use that counts although its call is refused, also within a keyed request. */
export const useLastingQuota = (
  { lastingQuotas, ...dependencies }: QuotaDependencies & Pick<Dependencies, 'lastingQuotas'>,
  user: UserId,
  budget: AccountBudget,
): Promise<void> =>
  useQuota(
    lastingQuotas ? { ...dependencies, stores: { quotas: lastingQuotas } } : dependencies,
    user,
    budget,
  );
