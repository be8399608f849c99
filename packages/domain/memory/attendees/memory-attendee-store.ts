import { type Attendee, type AttendeeTies, listedTie } from '../../src/attendees/attendee.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { UserId } from '../../src/ids.ts';
import { invitationState } from '../../src/invitations/invitation.ts';
import type { AttendeeStore } from '../../src/ports/attendee-store.ts';
import { byKeys, paged } from '../events/order.ts';
import { standingOf, tiesOf } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { toPublicUser } from '../users/memory-user-store.ts';

export const memoryAttendeeStore = (tables: Tables): AttendeeStore => {
  const { events, invitations, joins, removedGuests, rsvps, users } = tables;

  const isTied = (event: EventRecord, user: UserId, at: Date): boolean => {
    const { hasLiveInvitation, joinedByLink, hasRsvp } = tiesOf(tables, event, user, at);
    return hasLiveInvitation || joinedByLink || hasRsvp;
  };
  const invitationsOf = (event: EventRecord, user: UserId) =>
    invitations.rows().filter(({ eventId, userId }) => eventId === event.id && userId === user);

  const beginnings = (event: EventRecord, user: UserId, at: Date): AttendeeTies => {
    const key = pairKey(event.id, user);
    const joinedAt = joins.get(key)?.joinedAt ?? null;
    const cameByInvitation = event.visibility === 'private' && !joinedAt;
    const [invitedAt = null] = invitationsOf(event, user)
      .filter(
        (invitation) =>
          cameByInvitation ||
          invitation.acceptedAt !== null ||
          ['pending', 'accepted'].includes(invitationState(invitation, at)),
      )
      .map(({ acceptedAt, sentAt }) => acceptedAt ?? sentAt)
      .sort((one, other) => one.getTime() - other.getTime());
    return { invitedAt, joinedAt, respondedAt: rsvps.get(key)?.respondedAt ?? null };
  };

  return {
    list: async (id, rsvp, page, at) => {
      const event = events.get(id);
      const found = users.rows().flatMap((user): Attendee[] => {
        const answer = rsvps.get(pairKey(id, user.id))?.state ?? null;
        if (!event || standingOf(tables, event, user.id) !== 'guest' || !isTied(event, user.id, at))
          return [];
        if (rsvp !== null && answer !== rsvp) return [];
        return [{ user: toPublicUser(user), rsvp: answer, ...listedTie(beginnings(event, user.id, at)) }];
      });
      return paged(found.sort(byKeys(({ user }) => [user.id])), page);
    },
    attends: async (event, user) => {
      const key = pairKey(event, user);
      return rsvps.get(key) !== undefined || joins.get(key) !== undefined;
    },
    isRemoved: async (event, user) => removedGuests.get(pairKey(event, user)) !== undefined,
    remove: async (id, user, at) => {
      const event = events.get(id);
      if (!event) return 'not_tied';
      if (standingOf(tables, event, user) !== 'guest') return 'is_manager';
      if (!isTied(event, user, at)) return 'not_tied';
      const key = pairKey(id, user);
      rsvps.delete(key);
      joins.delete(key);
      for (const invitation of invitationsOf(event, user))
        invitations.set(invitation.id, { ...invitation, state: 'revoked' });
      removedGuests.set(key, { eventId: id, userId: user, removedAt: at });
      return 'removed';
    },
  };
};
