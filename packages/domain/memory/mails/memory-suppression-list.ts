import type { SuppressionList } from '../../src/ports/messaging/suppression-list.ts';
import type { Tables } from '../tables.ts';

export const memorySuppressionList = ({ suppressions }: Tables): SuppressionList => ({
  add: async (key, at) => {
    if (!suppressions.get(key)) suppressions.set(key, { key, addedAt: at });
  },
  remove: async (key) => void suppressions.delete(key),
  among: async (keys) => new Set(keys.filter((key) => suppressions.get(key))),
});
