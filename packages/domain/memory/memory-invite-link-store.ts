import type { InviteLinkStore } from '../src/ports/invite-link-store.ts';
import { pairKey } from './table.ts';
import type { Tables } from './tables.ts';

export const memoryInviteLinkStore = ({ links, joins, retiredTokens }: Tables): InviteLinkStore => ({
  tokenOf: async (event, fresh) => {
    const token = links.get(event) ?? fresh;
    links.set(event, token);
    return token;
  },
  rotate: async (event, fresh) => {
    const former = links.get(event);
    if (former) retiredTokens.set(former, event);
    links.set(event, fresh);
  },
  join: async (event, user) => {
    const key = pairKey(event, user);
    if (joins.get(key)) return false;
    joins.set(key, { eventId: event, userId: user });
    return true;
  },
});
