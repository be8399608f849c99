import { maySeeOnlineUrl } from '../src/events/attendance.ts';
import type { EventRecord, Standing } from '../src/events/event.ts';
import type { Ties } from '../src/events/visibility.ts';
import type { UserId } from '../src/ids.ts';
import { invitationState } from '../src/invitations/invitation.ts';
import { pairKey } from './table.ts';
import type { Tables } from './tables.ts';

export const hasAccount = ({ users }: Pick<Tables, 'users'>, id: UserId): boolean =>
  users.get(id) !== undefined;

/** The caller's relation to the event at an instant. */
export const tiesOf = (tables: Tables, event: EventRecord, caller: UserId | null, at: Date): Ties => {
  const key = pairKey(event.id, caller ?? '');
  return {
    visibility: event.visibility,
    isTakenDown: event.takenDown !== null,
    isOrganizer: event.organizerId === caller,
    isAdmin: tables.eventAdmins.get(key) !== undefined,
    hasLiveInvitation: tables.invitations
      .rows()
      .some(
        (invitation) =>
          caller !== null &&
          invitation.eventId === event.id &&
          invitation.userId === caller &&
          ['pending', 'accepted'].includes(invitationState(invitation, at)),
      ),
    joinedByLink: tables.joins.get(key) !== undefined,
    hasRsvp: tables.rsvps.get(key) !== undefined,
    hasBooking: tables.bookings
      .rows()
      .some(({ eventId, userId }) => eventId === event.id && userId === caller),
  };
};

export const standingOf = (tables: Tables, event: EventRecord, caller: UserId | null): Standing => {
  if (event.organizerId === caller) return 'organizer';
  return tables.eventAdmins.get(pairKey(event.id, caller ?? '')) ? 'admin' : 'guest';
};

/** Where the event is online, for callers who may know it. */
export const onlineUrlFor = (tables: Tables, event: EventRecord, caller: UserId | null): string | null => {
  const rsvp = tables.rsvps.get(pairKey(event.id, caller ?? ''))?.state ?? null;
  const isManager = standingOf(tables, event, caller) !== 'guest';
  return maySeeOnlineUrl({ rsvp, isManager }) ? event.onlineUrl : null;
};
