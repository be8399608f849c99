import type { UserId } from '../../src/ids.ts';
import type { Quotas } from '../../src/ports/quotas.ts';
import { type AccountQuota, limitFor, type QuotaSpent } from '../../src/quotas/account-quota.ts';
import { after } from '../../src/time.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Counts one use of an account's quota, as `Quotas.use` says. */
export const useQuota = (
  { users, quotaUses }: Pick<Tables, 'users' | 'quotaUses'>,
  user: UserId,
  { budget, span, limit }: AccountQuota,
  at: Date,
): QuotaSpent | null => {
  const account = users.get(user);
  const own = account && limitFor(account, limit);
  if (own === undefined || own === null) return null;
  const key = pairKey(user, budget);
  const current = quotaUses.get(key);
  const { used, until } = current && at < current.until ? current : { used: 0, until: after(at, span) };
  if (used >= own) return { limit: own, until };
  quotaUses.set(key, { userId: user, used: used + 1, until });
  return null;
};

export const memoryQuotas = (tables: Tables): Quotas => {
  const { quotas } = tables;
  return {
    take: async (key, amount, limit) => {
      const taken = (quotas.get(key) ?? 0) + amount;
      if (taken > limit) return false;
      quotas.set(key, taken);
      return true;
    },
    takeEach: async (keys, limit) => {
      const open = keys.filter((key) => (quotas.get(key) ?? 0) < limit);
      for (const key of open) quotas.set(key, (quotas.get(key) ?? 0) + 1);
      return new Set(open);
    },
    giveBack: async (key, amount) => {
      const taken = quotas.get(key);
      if (taken !== undefined) quotas.set(key, Math.max(0, taken - amount));
    },
    taken: async (key) => quotas.get(key) ?? 0,
    use: async (user, quota, at) => useQuota(tables, user, quota, at),
  };
};
