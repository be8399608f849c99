import { type Attendee, type AttendeeTies, listedTie } from '../../src/attendees/attendee.ts';
import type { Booking } from '../../src/events/booking.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { invitationState } from '../../src/invitations/invitation.ts';
import type { AttendeeStore } from '../../src/ports/guests/attendee-store.ts';
import { fold } from '../../src/search/fold.ts';
import { bookingOf, endBooking, toOwnBooking } from '../bookings/memory-seats.ts';
import { releaseClaims } from '../bring-list/memory-bring-list-store.ts';
import { byKeys, pageOf } from '../events/order.ts';
import { standingOf, tiesOf } from '../memory-ties.ts';
import { tellListeners } from '../outbox/memory-outbox.ts';
import { releaseAnswers } from '../questions/memory-question-store.ts';
import { newTable, pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { toPublicUser } from '../users/memory-user-store.ts';

export const memoryAttendeeStore = (tables: Tables): AttendeeStore => {
  const { events, invitations, joins, removedGuests, rsvps, users } = tables;

  const isTied = (event: EventRecord, user: UserId, at: Date): boolean => {
    const { hasLiveInvitation, joinedByLink, hasRsvp, hasBooking } = tiesOf(tables, event, user, at);
    return hasLiveInvitation || joinedByLink || hasRsvp || hasBooking;
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
    return {
      invitedAt,
      joinedAt,
      respondedAt: rsvps.get(key)?.respondedAt ?? null,
      bookedAt: bookingOf(tables, event.id, user)?.createdAt ?? null,
    };
  };

  const all = (id: EventId, at: Date): Attendee[] => {
    const event = events.get(id);
    const attendees = users.rows().flatMap((user): Attendee[] => {
      if (!event || standingOf(tables, event, user.id) !== 'guest' || !isTied(event, user.id, at)) return [];
      const row = bookingOf(tables, id, user.id);
      const { code: _, ...booking } = row ? toOwnBooking(tables, row) : { code: '' };
      return [
        {
          user: toPublicUser(user),
          rsvp: rsvps.get(pairKey(id, user.id))?.state ?? null,
          booking: row && (booking as Booking),
          ...listedTie(beginnings(event, user.id, at)),
        },
      ];
    });
    return attendees.sort(byKeys(({ user }) => [user.id]));
  };
  return {
    list: async (id, { rsvp: state = null, words, order = 'id' }, page, at) => {
      const hasWords = ({ user: { name, username } }: Attendee): boolean =>
        words === undefined ||
        (words.length > 0 && words.every((word) => fold(`${name} ${username}`).includes(word)));
      const keyOf = ({ user, since }: Attendee) => ({ id: '', name: fold(user.name), since })[order];
      const attendees = all(id, at).filter((one) => (state === null || one.rsvp === state) && hasWords(one));
      return pageOf(attendees.sort(byKeys((one) => [keyOf(one), one.user.id])), page);
    },
    after: async (id, after, most, at) =>
      all(id, at)
        .filter(({ user }) => after === null || user.id > after)
        .slice(0, most),
    find: async (id, userId, at) => all(id, at).find(({ user }) => user.id === userId) ?? null,
    attends: async (event, user) => {
      const key = pairKey(event, user);
      return (
        rsvps.get(key) !== undefined ||
        joins.get(key) !== undefined ||
        bookingOf(tables, event, user) !== null
      );
    },
    isRemoved: async (event, user) => removedGuests.get(pairKey(event, user)) !== undefined,
    remove: async (id, user, at) => {
      const event = events.get(id);
      if (!event) return 'not_tied';
      if (standingOf(tables, event, user) !== 'guest') return 'is_manager';
      if (!isTied(event, user, at)) return 'not_tied';
      const key = pairKey(id, user);
      if (rsvps.delete(key))
        tellListeners(tables, 'rsvp.changed', at, { eventId: id, userId: user, data: { status: null } });
      endBooking({ ...tables, activity: newTable() }, id, user, at);
      releaseClaims(tables, id, user);
      releaseAnswers(tables, id, user);
      joins.delete(key);
      for (const invitation of invitationsOf(event, user))
        invitations.set(invitation.id, { ...invitation, state: 'revoked' });
      removedGuests.set(key, { eventId: id, userId: user, removedAt: at });
      return 'removed';
    },
  };
};
