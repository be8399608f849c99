import type { BookingStatus } from '../events/booking.ts';
import type { EventStatus } from '../events/event.ts';
import { isClosed, type RsvpDeadline } from '../events/rsvp-deadline.ts';

export interface QueuedBooking {
  readonly id: string;
  readonly quantity: number;
}

/** The booking that a move is about. */
export interface BookingState extends QueuedBooking {
  readonly status: BookingStatus;
  /** Null when confirmed. */
  readonly position: number | null;
}

/** An event and its bookings, as a move finds them. */
export interface Seats extends RsvpDeadline {
  readonly status: EventStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  /** Null is unlimited. */
  readonly capacity: number | null;
  readonly maxPerBooking: number;
  /** Whether bookings that do not fit wait. */
  readonly hasWaitlist: boolean;
  /** The confirmed seats. */
  readonly booked: number;
  /** The bookings that wait. */
  readonly waiting: number;
  /** The first bookings that wait: at least as many as could move up, the one in question included. */
  readonly queue: readonly QueuedBooking[];
}

export type SeatMove =
  | { readonly kind: 'book'; readonly id: string; readonly quantity: number }
  | { readonly kind: 'cancel' }
  /** Out of turn; with `force` beyond the capacity. */
  | { readonly kind: 'confirm'; readonly force: boolean }
  /** The event changed, or nothing: gives free seats to the head of the queue. */
  | { readonly kind: 'promote' };

export type SeatRefusal =
  | 'event_cancelled'
  | 'event_postponed'
  | 'event_over'
  | 'rsvp_closed'
  | 'event_full'
  | 'quantity';

/** What a move writes. */
export interface SeatChange {
  /** The booking in question from now on: null when there is none. */
  readonly booking: BookingState | null;
  /** Where it stands in the queue: at the end, or as before; null when it does not wait. */
  readonly place: 'last' | 'same' | null;
  /** The bookings that get seats, the one in question excepted. */
  readonly promotedIds: readonly string[];
  readonly booked: number;
  readonly waiting: number;
  /** The first bookings that wait then, as far as they are known. */
  readonly queue: readonly QueuedBooking[];
}

/**
 * The bookings that get free seats: those at the head of the queue, up to the first that does not fit. No guest overtakes,
 * also where a smaller party would fit.
 * @param free null is unlimited
 */
export const promote = (queue: readonly QueuedBooking[], free: number | null): readonly QueuedBooking[] => {
  let seatCount = 0;
  const end = queue.findIndex(({ quantity }) => {
    seatCount += quantity;
    return free !== null && seatCount > free;
  });
  return end < 0 ? queue : queue.slice(0, end);
};

/** By how the quantity of a booking changes: what becomes of it. */
const bookingMoves = {
  none: { smaller: 'take', same: 'take', larger: 'take' },
  confirmed: { smaller: 'shrink', same: 'keep', larger: 'grow' },
  waitlisted: { smaller: 'shrink', same: 'keep', larger: 'requeue' },
} as const;

/** The rules of bookings (ADR 0057): what a move does to an event's seats and queue, or why it is refused. */
export const moveSeats = (
  seats: Seats,
  booking: BookingState | null,
  move: SeatMove,
  now: Date,
): SeatChange | SeatRefusal => {
  if (move.kind === 'book' || move.kind === 'confirm') {
    if (seats.status === 'cancelled') return 'event_cancelled';
    if (seats.status === 'scheduled' && seats.endAt <= now) return 'event_over';
  }
  const next = move.kind === 'promote' ? draftAsBefore(seats, booking) : apply(seats, booking, move, now);
  return typeof next === 'string' ? next : withPromotions(seats, next, now);
};

/** A move before the free seats are given to the queue. */
type Draft = Omit<SeatChange, 'promotedIds'>;

const draftAsBefore = (seats: Seats, booking: BookingState | null): Draft => ({
  booking,
  place: booking?.status === 'waitlisted' ? 'same' : null,
  booked: seats.booked,
  waiting: seats.waiting,
  queue: seats.queue,
});

const apply = (
  seats: Seats,
  booking: BookingState | null,
  move: Exclude<SeatMove, { kind: 'promote' }>,
  now: Date,
): Draft | SeatRefusal => {
  if (move.kind === 'cancel') return without(seats, booking);
  if (move.kind === 'confirm')
    return booking ? confirm(seats, booking, move.force) : draftAsBefore(seats, null);
  const { id, quantity } = move;
  const size = compare(quantity, booking?.quantity ?? 0);
  const refusal = size === 'larger' ? growthRefusal(seats, quantity, now) : null;
  if (refusal) return refusal;
  const action = bookingMoves[booking?.status ?? 'none'][size];
  const before = draftAsBefore(seats, booking);
  if (action === 'keep') return before;
  if (action === 'take' || action === 'grow') {
    const more = quantity - (booking?.quantity ?? 0);
    if (seats.waiting === 0 && fits(seats, more))
      return {
        ...before,
        booking: { id: booking?.id ?? id, quantity, status: 'confirmed', position: null },
        booked: seats.booked + more,
      };
    if (booking || !seats.hasWaitlist) return 'event_full';
    return atTheEnd(before, { id, quantity });
  }
  const mine = booking as BookingState;
  if (action === 'requeue') return atTheEnd(without(seats, mine), { id: mine.id, quantity });
  const smallerBooking = { ...mine, quantity };
  return mine.status === 'confirmed'
    ? { ...before, booking: smallerBooking, booked: seats.booked - mine.quantity + quantity }
    : {
        ...before,
        booking: smallerBooking,
        queue: seats.queue.map((one) => (one.id === mine.id ? { ...one, quantity } : one)),
      };
};

/** Why no booking may grow to this quantity. One that is larger already keeps its seats, by `force` or from earlier bounds. */
const growthRefusal = (seats: Seats, quantity: number, now: Date): SeatRefusal | null => {
  if (seats.status === 'postponed') return 'event_postponed';
  if (quantity > seats.maxPerBooking) return 'quantity';
  if (isClosed(seats, now)) return 'rsvp_closed';
  return seats.capacity !== null && quantity > seats.capacity ? 'event_full' : null;
};

const compare = (one: number, other: number): 'smaller' | 'same' | 'larger' => {
  if (one === other) return 'same';
  return one < other ? 'smaller' : 'larger';
};

const fits = ({ capacity, booked }: Seats, quantity: number): boolean =>
  capacity === null || booked + quantity <= capacity;

const without = (seats: Seats, booking: BookingState | null): Draft => ({
  booking: null,
  place: null,
  booked: seats.booked - (booking?.status === 'confirmed' ? booking.quantity : 0),
  waiting: seats.waiting - (booking?.status === 'waitlisted' ? 1 : 0),
  queue: seats.queue.filter(({ id }) => id !== booking?.id),
});

const atTheEnd = (draft: Draft, { id, quantity }: QueuedBooking): Draft => ({
  ...draft,
  booking: { id, quantity, status: 'waitlisted', position: draft.waiting + 1 },
  place: 'last',
  waiting: draft.waiting + 1,
  // Only a queue that is known to its end can reach the newcomer.
  queue: draft.queue.length === draft.waiting ? [...draft.queue, { id, quantity }] : draft.queue,
});

const confirm = (seats: Seats, booking: BookingState, force: boolean): Draft | SeatRefusal => {
  if (booking.status === 'confirmed') return draftAsBefore(seats, booking);
  if (!force && !fits(seats, booking.quantity)) return 'event_full';
  return {
    ...without(seats, booking),
    booking: { ...booking, status: 'confirmed', position: null },
    booked: seats.booked + booking.quantity,
  };
};

/** Before the start the free seats go to the head of the queue; of a postponed event once it has a date. */
const withPromotions = (seats: Seats, { queue, ...draft }: Draft, now: Date): SeatChange => {
  const isOpen = seats.status === 'scheduled' && now < seats.startAt;
  const free = seats.capacity === null ? null : seats.capacity - draft.booked;
  const promotions = isOpen ? promote(queue, free) : [];
  const { booking } = draft;
  const isPromoted = booking !== null && promotions.some(({ id }) => id === booking.id);
  const ahead = booking?.position ?? 0;
  const next = isPromoted
    ? ({ ...booking, status: 'confirmed', position: null } as const)
    : booking && { ...booking, position: booking.position === null ? null : ahead - promotions.length };
  return {
    booking: next,
    place: isPromoted ? null : draft.place,
    promotedIds: promotions.map(({ id }) => id).filter((id) => id !== booking?.id),
    booked: draft.booked + promotions.reduce((sum, { quantity }) => sum + quantity, 0),
    waiting: draft.waiting - promotions.length,
    queue: queue.slice(promotions.length),
  };
};

/** What others are told of a booking that moved. */
export interface SeatNews {
  readonly kind: 'booking.confirmed' | 'booking.waitlisted' | 'booking.cancelled';
  /** From the waitlist: its holder is told, too. */
  readonly isPromotion: boolean;
}

/** The news of the booking in question; null where nothing is new but its quantity. */
export const newsOf = (before: BookingState | null, after: BookingState | null): SeatNews | null => {
  if (!after) return before && { kind: 'booking.cancelled', isPromotion: false };
  if (before?.status === after.status) return null;
  return { kind: `booking.${after.status}`, isPromotion: before !== null && after.status === 'confirmed' };
};
