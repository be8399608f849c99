import type { InviteLinkStore } from '../../src/ports/guests/invite-link-store.ts';
import { hasAccount } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memoryInviteLinkStore = ({
  links,
  joins,
  removedGuests,
  retiredTokens,
  events,
  users,
}: Tables): InviteLinkStore => ({
  find: async (event) => links.get(event) ?? null,
  tokenOf: async (event, fresh) => {
    const token = links.get(event) ?? fresh;
    links.set(event, token);
    return token;
  },
  rotate: async (event, fresh) => {
    const former = links.get(event);
    if (former) retiredTokens.set(former, { token: former, eventId: event });
    links.set(event, fresh);
  },
  join: async (event, user, at) => {
    const key = pairKey(event, user);
    if (removedGuests.get(key) || !events.get(event) || !hasAccount({ users }, user)) return null;
    if (joins.get(key)) return 'repeated';
    joins.set(key, { eventId: event, userId: user, joinedAt: at });
    return 'joined';
  },
});
