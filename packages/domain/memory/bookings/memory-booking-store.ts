import type { BookingState } from '../../src/bookings/seats.ts';
import type { GuestBooking } from '../../src/events/booking.ts';
import type { BookingStore } from '../../src/ports/guests/booking-store.ts';
import type { User } from '../../src/users/user.ts';
import { releaseClaims } from '../bring-list/memory-bring-list-store.ts';
import { pageOf } from '../events/order.ts';
import { tellListeners } from '../outbox/memory-outbox.ts';
import { releaseAnswers } from '../questions/memory-question-store.ts';
import { mayAttend, memoryRsvpStore } from '../rsvp/memory-rsvp-store.ts';
import { newTable } from '../table.ts';
import type { BookingRow, Tables } from '../tables.ts';
import { toPublicUser } from '../users/memory-user-store.ts';
import { bookingOf, bookingsOf, endBooking, move, toOwnBooking } from './memory-seats.ts';

export const memoryBookingStore = (tables: Tables): BookingStore => {
  const toGuestBooking = (row: BookingRow): GuestBooking => {
    const { code: _, ...booking } = toOwnBooking(tables, row);
    // Bookings end with the account of their user.
    return { ...booking, user: toPublicUser(tables.users.get(row.userId) as User) };
  };
  return {
    book: async ({ event, user, id, code, quantity, at, charge }) => {
      if (!mayAttend(tables, event, user)) return null;
      const row = bookingOf(tables, event, user);
      const before = { bookings: tables.bookings.rows().filter(({ eventId }) => eventId === event) };
      const change = move(tables, event, row, { kind: 'book', id, quantity }, at, { userId: user, code });
      if (typeof change === 'string') return { refusal: change };
      const booking = tables.bookings.get((change.booking as BookingState).id) as BookingRow;
      if (row?.quantity === quantity) return { booking: toOwnBooking(tables, booking), isNew: false };
      // The booking is what managers are told of.
      const rsvps = memoryRsvpStore({ ...tables, activity: newTable() });
      const rsvp = charge
        ? await rsvps.setWithin(charge, event, user, 'going', at)
        : await rsvps.set(event, user, 'going', at);
      if (!rsvp || (rsvp !== 'closed' && 'until' in rsvp)) {
        if (!row) tables.bookings.delete(booking.id);
        for (const one of before.bookings) tables.bookings.set(one.id, one);
        return rsvp;
      }
      return { booking: toOwnBooking(tables, booking), isNew: row === null };
    },
    cancel: async (event, user, at) => {
      endBooking(tables, event, user, at);
      releaseClaims(tables, event, user);
      releaseAnswers(tables, event, user);
    },
    confirm: async (event, id, force, at) => {
      const row = tables.bookings.get(id);
      if (row?.eventId !== event) return null;
      const change = move(tables, event, row, { kind: 'confirm', force }, at);
      if (typeof change === 'string') return change;
      return toGuestBooking(tables.bookings.get(id) as BookingRow);
    },
    list: async (event, status, page) => {
      const rows = bookingsOf(tables, event).filter((row) => status === null || row.status === status);
      return pageOf(rows.map(toGuestBooking), page);
    },
    ofUser: async (user, events) =>
      new Map(
        events.flatMap((event) => {
          const row = bookingOf(tables, event, user);
          return row ? [[event, toOwnBooking(tables, row)]] : [];
        }),
      ),
    checkedIn: async (event) => {
      const seatsOf = (rows: readonly BookingRow[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0);
      const rows = bookingsOf(tables, event).filter(({ status }) => status === 'confirmed');
      return { seats: seatsOf(rows.filter(({ checkedInAt }) => checkedInAt !== null)), of: seatsOf(rows) };
    },
    checkIn: async (event, code, at) => {
      const row = tables.bookings.rows().find((one) => one.eventId === event && one.code === code);
      if (!row) return null;
      if (row.status === 'waitlisted') return 'not_confirmed';
      const checkedInAt = row.checkedInAt ?? at;
      tables.bookings.set(row.id, { ...row, checkedInAt });
      if (!row.checkedInAt)
        tellListeners(tables, 'guest.checked_in', at, {
          ...{ eventId: event, userId: row.userId, data: { bookingId: row.id } },
        });
      return { user: row.userId, checkedInAt, isFirst: row.checkedInAt === null };
    },
  };
};
