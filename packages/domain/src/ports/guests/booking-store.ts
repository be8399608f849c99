import type { SeatRefusal } from '../../bookings/seats.ts';
import type { BookingStatus, GuestBooking, OwnBooking } from '../../events/booking.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { Page, Paged } from '../../paging.ts';
import type { AccountCharge, QuotaSpent } from '../../quotas/charge.ts';

/** A booking to make or change; `id` and `code` are of a new one. */
export interface BookingRequest {
  readonly event: EventId;
  readonly user: UserId;
  readonly id: string;
  readonly code: string;
  readonly quantity: number;
  readonly at: Date;
  /** Spent unless nothing changes; null is free. */
  readonly charge: AccountCharge | null;
}

/**
 * Bookings of seats. Each write follows `moveSeats` and is one step: the seats that it frees go to the head of the queue in it.
 * Writes to one event come one after the other.
 */
export interface BookingStore {
  /**
   * Makes or changes the user's booking and sets their RSVP to `going`, as `RsvpStore.set` does; the same booking again
   * changes nothing, and a smaller one after the deadline leaves the RSVP as it is. Null for an unknown event or user, and a user who was removed from the event.
   */
  book(
    request: BookingRequest,
  ): Promise<
    | { readonly booking: OwnBooking; readonly isNew: boolean }
    | { readonly refusal: SeatRefusal }
    | QuotaSpent
    | null
  >;
  /** Ends the user's booking; none changes nothing. The RSVP stays. */
  cancel(event: EventId, user: UserId, at: Date): Promise<void>;
  /** Confirms a booking out of turn, with `force` beyond the capacity. Null for one that is not of the event. */
  confirm(
    event: EventId,
    booking: string,
    force: boolean,
    at: Date,
  ): Promise<GuestBooking | SeatRefusal | null>;
  /** The confirmed bookings in the order of making, then the queue. */
  list(event: EventId, status: BookingStatus | null, page: Page): Promise<Paged<GuestBooking>>;
  /** The user's bookings of these events. */
  ofUser(user: UserId, events: readonly EventId[]): Promise<ReadonlyMap<EventId, OwnBooking>>;
  /** The confirmed seats, and those of them whose holders are checked in. */
  checkedIn(event: EventId): Promise<{ readonly seats: number; readonly of: number }>;
  /** Checks the holder of the code in, once. Null for a code of no booking of the event. */
  checkIn(
    event: EventId,
    code: string,
    at: Date,
  ): Promise<
    { readonly user: UserId; readonly checkedInAt: Date; readonly isFirst: boolean } | 'not_confirmed' | null
  >;
}
