import type { Quotas } from '../src/ports/quotas.ts';
import type { Tables } from './tables.ts';

export const memoryQuotas = ({ quotas }: Tables): Quotas => ({
  take: async (key, amount, limit) => {
    const taken = (quotas.get(key) ?? 0) + amount;
    if (taken > limit) return false;
    quotas.set(key, taken);
    return true;
  },
  giveBack: async (key, amount) => {
    const taken = quotas.get(key);
    if (taken !== undefined) quotas.set(key, Math.max(0, taken - amount));
  },
});
