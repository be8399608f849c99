import type { UserId } from '../ids.ts';
import type { DomainSettings } from '../settings.ts';
import { after } from '../time.ts';
import { type AccountBudget, type AccountQuota, accountPolicy } from './account-policy.ts';
import type { AccountCharge, AccountLimit } from './charge.ts';

const keyOf = (budget: AccountBudget, user: UserId): string => `${budget}:${user}`;

/** The keys of all budgets of an account, which its export tells. */
export const accountQuotaKeys = (user: UserId): readonly string[] =>
  (Object.keys(accountPolicy.quotas) as AccountBudget[]).map((budget) => keyOf(budget, user));

/** A limit of the policy under the operator's scale; at least 1. Null when the operator turned quotas off. */
export const accountLimit = (
  limit: number,
  { quotaScale }: Pick<DomainSettings, 'quotaScale'>,
  now: Date,
): AccountLimit | null =>
  quotaScale === 0
    ? null
    : {
        usual: scale(limit * quotaScale),
        young: scale(limit * quotaScale * accountPolicy.youngShare),
        youngSince: after(now, -accountPolicy.youngFor),
      };

/** Stores count in 32 bits. */
const most = 2_147_483_647;

/** Whole and at least 1; the tolerance keeps what binary fractions add from becoming one more. */
const scale = (limit: number): number => Math.min(most, Math.max(1, Math.ceil(limit - 1e-9)));

/**
 * The charge of one use of an account's quota, or null when it has none. The span begins with its first use.
 */
export const accountCharge = (
  account: UserId,
  budget: AccountBudget,
  settings: Pick<DomainSettings, 'quotaScale' | 'eventQuotas'>,
  now: Date,
): AccountCharge | null => {
  const quota: AccountQuota = accountPolicy.quotas[budget];
  const { limit: policy, span } = quota;
  const limit = accountLimit(policy, settings, now);
  if (!limit) return null;
  const ownQuota = budget === 'daily-events' ? settings.eventQuotas[account] : undefined;
  return {
    key: keyOf(budget, account),
    amount: 1,
    limit: {
      account,
      ...limit,
      ...(quota.isSameForYoung ? { young: limit.usual } : {}),
      ...(quota.young === undefined ? {} : { young: scale(quota.young * settings.quotaScale) }),
      ...(ownQuota === undefined ? {} : { usual: ownQuota, young: ownQuota }),
    },
    until: after(now, span),
  };
};
