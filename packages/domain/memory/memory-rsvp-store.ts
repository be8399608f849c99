import { invitationState } from '../src/invitations/invitation.ts';
import type { RsvpStore } from '../src/ports/rsvp-store.ts';
import { hasAccount } from './memory-ties.ts';
import { pairKey } from './table.ts';
import type { Tables } from './tables.ts';

export const memoryRsvpStore = ({ rsvps, events, invitations, removedGuests, users }: Tables): RsvpStore => ({
  answer: async (event, user, state, at) => {
    if (!events.get(event) || !hasAccount({ users }, user)) return null;
    const key = pairKey(event, user);
    if (state !== null && removedGuests.get(key)) return null;
    if (state === null) rsvps.delete(key);
    else
      rsvps.set(key, { eventId: event, userId: user, state, answeredAt: rsvps.get(key)?.answeredAt ?? at });
    if (state === 'going')
      for (const invitation of invitations.rows())
        if (
          invitation.eventId === event &&
          invitation.userId === user &&
          invitationState(invitation, at) === 'pending'
        )
          invitations.set(invitation.id, { ...invitation, state: 'accepted', acceptedAt: at });
    return { myRsvp: state, rsvpCount: rsvps.rows().filter(({ eventId }) => eventId === event).length };
  },
});
