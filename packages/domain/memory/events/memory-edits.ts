import type { EventRecord } from '../../src/events/event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { invitationExpiry } from '../../src/invitations/invitation.ts';
import { editOf } from '../notices/memory-notice-store.ts';
import type { Tables } from '../tables.ts';

/** Whether the event has an RSVP or a booking. */
export const hasGuests = (tables: Tables, id: EventId): boolean =>
  tables.rsvps.rows().some(({ eventId }) => eventId === id) ||
  tables.bookings.rows().some(({ eventId }) => eventId === id);

/** Keeps the values before the first edit that guests are told of; whether it is the first one. */
export const keepEdit = (
  tables: Tables,
  before: EventRecord,
  current: EventRecord,
  at: Date,
  actorId: UserId | null,
): boolean => {
  const old = editOf(before, current);
  if (!old || before.endAt <= at || !hasGuests(tables, before.id)) return false;
  const open = tables.eventEdits.get(before.id);
  const sameActor = open?.actorId === actorId ? actorId : null;
  tables.eventEdits.set(before.id, open ? { ...open, actorId: sameActor } : { old, actorId });
  return !open;
};

/** Moves the expiry of invitations with the end of their event. */
export const moveExpiry = (tables: Tables, id: EventId, endAt: Date): void => {
  for (const invitation of tables.invitations.rows())
    if (invitation.eventId === id)
      tables.invitations.set(invitation.id, {
        ...invitation,
        expiresAt: invitationExpiry(endAt, invitation.sentAt),
      });
};
