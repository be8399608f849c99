import type { SavedStore } from '../src/ports/saved-store.ts';
import { hasAccount } from './memory-ties.ts';
import { pairKey } from './table.ts';
import type { Tables } from './tables.ts';

export const memorySavedStore = ({ saved, events, users }: Tables): SavedStore => ({
  save: async (event, user) => {
    if (!events.get(event) || !hasAccount({ users }, user)) return false;
    saved.set(pairKey(event, user), { eventId: event, userId: user });
    return true;
  },
  unsave: async (event, user) => saved.delete(pairKey(event, user)),
});
