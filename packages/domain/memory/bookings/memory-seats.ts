import {
  type BookingState,
  moveSeats,
  newsOf,
  type SeatChange,
  type SeatMove,
  type SeatRefusal,
} from '../../src/bookings/seats.ts';
import type { OwnBooking } from '../../src/events/booking.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { noteActivity } from '../activity/memory-activity-store.ts';
import { byKeys } from '../events/order.ts';
import { addressesOf } from '../notices/mailboxes.ts';
import { tell, tellListeners } from '../outbox/memory-outbox.ts';
import type { BookingRow, Tables } from '../tables.ts';

const activityKinds = {
  'booking.confirmed': 'booked',
  'booking.waitlisted': 'waitlisted',
  'booking.cancelled': 'cancelled',
} as const;

export const bookingOf = (tables: Tables, event: EventId, user: UserId | null): BookingRow | null =>
  tables.bookings.rows().find(({ eventId, userId }) => eventId === event && userId === user) ?? null;

/** The bookings of an event: the confirmed ones by the time of making, then the queue. */
export const bookingsOf = (tables: Tables, event: EventId): BookingRow[] =>
  tables.bookings
    .rows()
    .filter(({ eventId }) => eventId === event)
    .sort(
      byKeys(({ status, place, createdAt, id }) => [status, status === 'waitlisted' ? place : createdAt, id]),
    );

/** The queue of an event. */
export const waitingBookings = (tables: Tables, event: EventId): readonly BookingRow[] =>
  bookingsOf(tables, event).filter(({ status }) => status === 'waitlisted');

export const positionOf = (tables: Tables, { eventId, id, status }: BookingRow): number | null =>
  status === 'confirmed' ? null : waitingBookings(tables, eventId).findIndex((row) => row.id === id) + 1;

export const bookedSeats = (tables: Tables, event: EventId): number =>
  bookingsOf(tables, event).reduce(
    (sum, { status, quantity }) => sum + (status === 'confirmed' ? quantity : 0),
    0,
  );

export const toOwnBooking = (tables: Tables, row: BookingRow): OwnBooking => {
  const { id, quantity, status, code, createdAt } = row;
  return { id, quantity, status, position: positionOf(tables, row), createdAt, code };
};

/** Makes a move of one booking at an event that is stored, and writes what follows from it. */
export const move = (
  tables: Tables,
  eventId: EventId,
  row: BookingRow | null,
  kind: SeatMove,
  at: Date,
  newRow?: Pick<BookingRow, 'userId' | 'code'>,
): SeatChange | SeatRefusal => {
  const event = tables.events.get(eventId) as EventRecord;
  const rows = bookingsOf(tables, eventId);
  const queue = waitingBookings(tables, eventId);
  const state: BookingState | null = row && {
    id: row.id,
    quantity: row.quantity,
    status: row.status,
    position: positionOf(tables, row),
  };
  const seats = {
    ...event,
    booked: bookedSeats(tables, eventId),
    waiting: queue.length,
    queue: queue.map(({ id, quantity }) => ({ id, quantity })),
  };
  const change = moveSeats(seats, state, kind, at);
  if (typeof change === 'string') return change;
  const last = Math.max(0, ...rows.map(({ place }) => place)) + 1;
  for (const id of change.promotedIds) {
    const row = tables.bookings.get(id) as BookingRow;
    tables.bookings.set(id, { ...row, status: 'confirmed' });
    const data = { bookingId: id, isPromotion: true };
    tell(tables, 'booking.confirmed', at, { eventId, userId: row.userId, data });
  }
  const { booking } = change;
  if (!booking && row) tables.bookings.delete(row.id);
  const bookingRow = newRow &&
    booking && {
      id: booking.id,
      eventId,
      place: 0,
      createdAt: at,
      checkedInAt: null,
      ...newRow,
    };
  const before = row ?? bookingRow;
  if (booking && before)
    tables.bookings.set(booking.id, {
      ...before,
      quantity: booking.quantity,
      status: booking.status,
      place: change.place === 'last' ? last : before.place,
    });
  const news = newsOf(state, booking);
  if (news && before) {
    const { kind: what, isPromotion } = news;
    const actorId = kind.kind === 'confirm' ? null : before.userId;
    const data = { bookingId: before.id, isPromotion };
    const about = { eventId, userId: before.userId, actorId, data };
    if (!isPromotion) noteActivity(tables, { eventId, userId: before.userId, kind: activityKinds[what], at });
    const isMailed = what === 'booking.confirmed' && addressesOf(tables, before.userId).length > 0;
    (isPromotion || isMailed ? tell : tellListeners)(tables, what, at, about);
  }
  return change;
};

/** Ends a user's booking and gives its seats to the queue. */
export const endBooking = (tables: Tables, event: EventId, user: UserId, at: Date): void => {
  const row = bookingOf(tables, event, user);
  if (row) move(tables, event, row, { kind: 'cancel' }, at);
};
