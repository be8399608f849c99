import type { Allowances } from '../src/ports/allowances.ts';
import type { Tables } from './tables.ts';

export const memoryAllowances = ({ allowances }: Tables): Allowances => ({
  take: async (key, amount, limit) => {
    const taken = (allowances.get(key) ?? 0) + amount;
    if (taken > limit) return false;
    allowances.set(key, taken);
    return true;
  },
  giveBack: async (key, amount) => {
    const taken = allowances.get(key);
    if (taken !== undefined) allowances.set(key, Math.max(0, taken - amount));
  },
});
