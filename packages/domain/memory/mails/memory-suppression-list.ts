import type { SuppressionList } from '../../src/ports/suppression-list.ts';
import type { Tables } from '../tables.ts';

export const memorySuppressionList = ({ suppressions }: Tables): SuppressionList => ({
  add: async (key, at) => {
    if (!suppressions.get(key)) suppressions.set(key, { key, addedAt: at });
  },
  among: async (keys) => new Set(keys.filter((key) => suppressions.get(key))),
});
