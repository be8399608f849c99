import type { SavedStore } from '../../src/ports/saved-store.ts';
import { hasAccount } from '../memory-ties.ts';
import { useQuota } from '../quotas/memory-quotas.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memorySavedStore = (tables: Tables): SavedStore => ({
  save: async (event, user, at, quota = null) => {
    const { saved, events, users } = tables;
    if (!events.get(event) || !hasAccount({ users }, user)) return false;
    const spent = quota && useQuota(tables, user, quota, at);
    if (spent) return spent;
    saved.set(pairKey(event, user), { eventId: event, userId: user });
    return true;
  },
  unsave: async (event, user) => tables.saved.delete(pairKey(event, user)),
});
