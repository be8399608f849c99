import type { EventRecord } from '../../src/events/event.ts';
import { noticeEvent } from '../../src/events/notice-event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { invitationExpiry } from '../../src/invitations/invitation.ts';
import { fieldChanges, toldValues } from '../../src/notices/notice.ts';
import { tell } from '../outbox/memory-outbox.ts';
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
  const isResumed = before.status === 'postponed';
  const old = toldValues(noticeEvent(before));
  if (!isResumed && (before.endAt <= at || !fieldChanges(old, toldValues(noticeEvent(current)))))
    return false;
  if (current.status !== 'scheduled' || !hasGuests(tables, before.id)) return false;
  const open = tables.eventEdits.get(before.id);
  const sameActor = open?.actorId === actorId ? actorId : null;
  tables.eventEdits.set(before.id, open ? { ...open, actorId: sameActor } : { old, actorId, isResumed });
  return !open;
};

/** Cancels an event that is not cancelled. */
export const cancelEvent = (
  tables: Tables,
  event: EventRecord,
  at: Date,
  actorId: UserId | null,
  cancelReason: string | null = null,
): void => {
  const sequence = event.sequence + 1;
  tables.events.set(event.id, { ...event, status: 'cancelled', cancelReason, sequence, updatedAt: at });
  tables.eventEdits.delete(event.id);
  const data = { sequence, ...(event.status === 'postponed' ? { wasPostponed: true } : {}) };
  tell(tables, 'event.cancelled', at, { eventId: event.id, actorId, data });
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
