import {
  type BookingState,
  bookingAfter,
  isClosed,
  moveSeats,
  newsOf,
  type OwnBooking,
  type SeatChange,
  type SeatMove,
  type SeatRefusal,
  type Seats,
  seatsAfter,
  type UserId,
} from '@event-platform/domain';
import type { Mover, SeatsRow } from './read-seats.ts';
import type { BookingNews, SeatCounts, SeatWrites, StoredBooking } from './write-seats.ts';

/** A move of one booking. */
export interface Move extends Mover {
  readonly move: SeatMove;
  readonly at: Date;
  /** Of a new booking. */
  readonly code?: string;
  /** Whether the RSVP stays as it is, so that before the deadline nothing may change. */
  readonly keepsRsvp?: boolean;
  /** Whether it is ended by another person than its holder. */
  readonly isByOther?: boolean;
}

/** A booking after its move, and whose it is. */
export interface MovedBooking extends OwnBooking {
  readonly user: UserId;
}

/** Null for an unknown event, and a booking that is gone or none; `changed` for one that must not keep its RSVP. */
export type MoveOutcome = MovedBooking | SeatRefusal | 'changed' | null;

/** An event between two moves. */
interface Stage {
  readonly seats: Seats;
  readonly lastPlace: bigint;
}

const stageOf = (row: SeatsRow): Stage => ({
  seats: {
    status: row.status,
    startAt: row.start_at,
    endAt: row.end_at,
    capacity: row.capacity,
    maxPerBooking: row.max_per_booking,
    hasWaitlist: row.has_waitlist,
    rsvpUntil: row.rsvp_until,
    booked: row.booked,
    waiting: row.waiting,
    queue: row.queue ?? [],
  },
  lastPlace: BigInt(row.last_place),
});

const stateOf = ({ id, quantity, booking_status: status, position }: SeatsRow): BookingState | null =>
  id === null ? null : { id, quantity, status, position };

const isChange = (before: BookingState | null, { booking, promotedIds, place }: SeatChange): boolean =>
  promotedIds.length > 0 ||
  place === 'last' ||
  booking?.id !== before?.id ||
  booking?.quantity !== before?.quantity ||
  booking?.status !== before?.status;

/**
 * Makes moves one after the other by the rules of the domain, from what was read of them: the outcome of each, as of itself, and
 * what all of them write together.
 */
export const planMoves = (
  moves: readonly Move[],
  rows: readonly SeatsRow[],
): { readonly outcomes: readonly MoveOutcome[]; readonly writes: SeatWrites } => {
  const rowOf = new Map(rows.map((row) => [row.nr, row]));
  const states = new Map(rows.map((row) => [row.nr, stateOf(row)]));
  const stages = new Map<string, Stage>();
  // The first row of an event has its queue.
  for (const row of rows) if (!stages.has(row.event_id)) stages.set(row.event_id, stageOf(row));

  const bookings = new Map<string, StoredBooking>();
  const endedIds: string[] = [];
  const promotedIds = new Set<string>();
  const news: BookingNews[] = [];
  const counts = new Map<string, SeatCounts>();

  const promote = (id: string, { event, at }: Move) => {
    const booking = bookings.get(id);
    if (booking) bookings.set(id, { ...booking, status: 'confirmed', place: null });
    else promotedIds.add(id);
    const holder = booking?.user ?? null;
    news.push({
      ...{ kind: 'booking.confirmed', isPromotion: true, event, booking: id, holder, actor: null, at },
    });
  };

  const outcomeOf = (one: Move, index: number): MoveOutcome => {
    const { event, at, move } = one;
    const row = rowOf.get(index + 1);
    const stage = stages.get(event);
    if (!row || !stage || (one.booking !== undefined && row.id === null)) return null;
    const before = states.get(row.nr) ?? null;
    const change = moveSeats(stage.seats, before, move, at);
    if (typeof change === 'string') return change;
    const hasChanged = isChange(before, change);
    if (hasChanged && one.keepsRsvp && !isClosed(stage.seats, at)) return 'changed';
    const user = row.user_id ?? one.user;
    const { booking } = change;
    const movedBooking = booking &&
      user && {
        ...booking,
        user,
        code: row.id === null ? (one.code ?? '') : row.code,
        createdAt: row.id === null ? at : row.created_at,
      };
    if (!hasChanged) return movedBooking ?? null;
    const lastPlace = stage.lastPlace + (change.place === 'last' ? 1n : 0n);
    stages.set(event, { seats: seatsAfter(stage.seats, change), lastPlace });
    counts.set(event, { event, booked: change.booked, waiting: change.waiting, lastPlace });
    for (const other of rows)
      if (other.event_id === event && other.nr > row.nr)
        states.set(other.nr, bookingAfter(states.get(other.nr) ?? null, before, change));
    for (const id of change.promotedIds) promote(id, one);
    if (before) promotedIds.delete(before.id);
    if (movedBooking) {
      const { id, quantity, status, code, createdAt } = movedBooking;
      const ownPlace = change.place === 'last' ? lastPlace : BigInt(row.place ?? 0);
      const place = status === 'waitlisted' ? ownPlace : null;
      bookings.set(id, { id, event, user, quantity, status, place, code, createdAt });
    } else if (before) endedIds.push(before.id);
    const fresh = newsOf(before, booking);
    const id = booking?.id ?? before?.id;
    if (fresh && id && user) {
      const actor = move.kind === 'confirm' || one.isByOther ? null : user;
      news.push({ ...fresh, event, booking: id, holder: user, actor, at });
    }
    return movedBooking ?? null;
  };

  const outcomes = moves.map(outcomeOf);
  const writes = { endedIds, news, bookings: [...bookings.values()], promotedIds: [...promotedIds] };
  return { outcomes, writes: { ...writes, counts: [...counts.values()] } };
};
