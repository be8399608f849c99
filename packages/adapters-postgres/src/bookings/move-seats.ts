import {
  type BookingStatus,
  type EventId,
  type EventStatus,
  moveSeats,
  newsOf,
  type OwnBooking,
  type QueuedBooking,
  type SeatChange,
  type SeatMove,
  type SeatRefusal,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** The event, and the booking if there is one. */
interface SeatsRow {
  readonly status: EventStatus;
  readonly start_at: Date;
  readonly end_at: Date;
  readonly capacity: number | null;
  readonly max_per_booking: number;
  readonly has_waitlist: boolean;
  readonly rsvp_until: Date | null;
  readonly booked: number;
  readonly waiting: number;
  readonly last_place: string;
  readonly id: string | null;
  readonly user_id: UserId | null;
  readonly quantity: number;
  readonly booking_status: BookingStatus;
  readonly place: string | null;
  readonly position: number | null;
  readonly code: string;
  readonly created_at: Date;
  readonly queue: readonly QueuedBooking[] | null;
}

/** Whose booking moves, and what a new one has. */
export interface Mover {
  readonly user?: UserId;
  readonly booking?: string;
  readonly code?: string;
}

/** A booking after its move, and whose it is. */
export interface MovedBooking extends OwnBooking {
  readonly user: UserId;
}

/**
 * Makes a move of one booking by the rules of the domain, in the transaction of `db`: two statements, between which the event's
 * counts are locked. Null for an unknown event, and a booking that is gone or none.
 */
export const makeMove = async (
  db: Database,
  event: EventId,
  { user, booking, code }: Mover,
  move: SeatMove,
  at: Date,
): Promise<MovedBooking | SeatRefusal | null> => {
  const { rows } = await sql<SeatsRow>`/* lock-seats */
    select * from lock_seats(${event}, ${user ?? null}, ${booking ?? null})`.execute(db);
  const [row] = rows;
  if (!row || (booking !== undefined && row.id === null)) return null;
  const state =
    row.id === null
      ? null
      : { id: row.id, quantity: row.quantity, status: row.booking_status, position: row.position };
  const seats = {
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
  };
  const change = moveSeats(seats, state, move, at);
  if (typeof change === 'string') return change;
  const owner = row.user_id ?? user ?? null;
  const moved =
    change.booking && owner
      ? {
          ...change.booking,
          user: owner,
          code: row.id === null ? (code ?? '') : row.code,
          createdAt: row.id === null ? at : row.created_at,
        }
      : null;
  if (isChange(row, change)) await write(db, event, row, change, moved, { move, at });
  return moved;
};

const isChange = (row: SeatsRow, { booking, promoted, place }: SeatChange): boolean =>
  promoted.length > 0 ||
  place === 'last' ||
  (booking?.id ?? null) !== row.id ||
  (booking !== null && (booking.quantity !== row.quantity || booking.status !== row.booking_status));

const write = async (
  db: Database,
  event: EventId,
  row: SeatsRow,
  { promoted, place, booked, waiting }: SeatChange,
  moved: MovedBooking | null,
  { move, at }: { readonly move: SeatMove; readonly at: Date },
): Promise<void> => {
  const before = row.id === null ? null : { ...row, id: row.id, status: row.booking_status };
  const news = newsOf(before, moved);
  const holder = moved?.user ?? row.user_id;
  const lastPlace = BigInt(row.last_place) + (place === 'last' ? 1n : 0n);
  const ownPlace = place === 'last' ? String(lastPlace) : row.place;
  await sql`/* write-seats */
    with promotions as (
      update booking set status = 'confirmed', place = null where id = any(${promoted}::uuid[])
      returning id, user_id
    ),
    end_of_booking as (
      delete from booking where id = ${moved ? null : row.id}
    ),
    moved as (
      insert into booking (id, event_id, user_id, quantity, status, place, code, created_at)
      select id, event_id, user_id, quantity, status, place, code, created_at
      from json_populate_recordset(null::booking, ${JSON.stringify(
        moved
          ? [
              {
                id: moved.id,
                event_id: event,
                user_id: moved.user,
                quantity: moved.quantity,
                status: moved.status,
                place: moved.status === 'waitlisted' ? ownPlace : null,
                code: moved.code,
                created_at: moved.createdAt,
              },
            ]
          : [],
      )}::json)
      on conflict (id) do update
        set quantity = excluded.quantity, status = excluded.status, place = excluded.place
    ),
    entries as (
      insert into outbox (id, kind, event_id, user_id, actor_id, data, at, due_at)
      select gen_random_uuid(), 'booking.confirmed', ${event}::uuid, user_id, null::uuid,
        jsonb_build_object('bookingId', id, 'isPromotion', true), ${at}::timestamptz, ${at}::timestamptz
      from promotions
      union all
      select gen_random_uuid(), ${news?.kind ?? null}::text, e.id, ${holder}::uuid,
        ${move.kind === 'confirm' ? null : holder}::uuid,
        jsonb_build_object('bookingId', ${moved?.id ?? row.id}::uuid, 'isPromotion', ${news?.isPromotion ?? false}::boolean),
        ${at}::timestamptz, ${at}::timestamptz
      from event e
      where e.id = ${event} and ${news !== null}::boolean
        and (${news?.isPromotion ?? false}::boolean or has_listener(${news?.kind ?? null}::text, e.id, e.organizer_id))
    )
    update event_stats set booked = ${booked}, waiting = ${waiting}, last_place = ${String(lastPlace)}
    where event_id = ${event}`.execute(db);
};

/** Gives free seats of an event that changed to its queue. Returns the confirmed seats when they are more than `capacity`. */
export const settleSeats = async (
  db: Database,
  event: EventId,
  capacity: number | null | undefined,
  at: Date,
): Promise<{ readonly bookedCount: number } | null> => {
  const { rows } = await sql<{ booked: number; waiting: number }>`/* settle-seats */
    select booked, waiting from event_stats where event_id = ${event} for no key update`.execute(db);
  const [row] = rows;
  if (!row) return null;
  if (capacity && row.booked > capacity) return { bookedCount: row.booked };
  if (row.waiting > 0) await makeMove(db, event, {}, { kind: 'promote' }, at);
  return null;
};
