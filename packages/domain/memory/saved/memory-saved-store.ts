import type { SavedStore } from '../../src/ports/guests/saved-store.ts';
import { hasAccount } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memorySavedStore = (tables: Tables): SavedStore => ({
  save: async (event, user) => {
    const { saved, events, users } = tables;
    if (!events.get(event) || !hasAccount({ users }, user)) return false;
    saved.set(pairKey(event, user), { eventId: event, userId: user });
    return true;
  },
  unsave: async (event, user) => tables.saved.delete(pairKey(event, user)),
});
