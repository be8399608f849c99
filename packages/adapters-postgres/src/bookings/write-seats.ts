import type { BookingStatus, EventId, SeatNews, UserId } from '@event-platform/domain';
import { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';

export interface StoredBooking {
  readonly id: string;
  readonly event: EventId;
  readonly user: UserId;
  readonly quantity: number;
  readonly status: BookingStatus;
  readonly place: bigint | null;
  readonly code: string;
  readonly createdAt: Date;
}

/** Something to tell of a booking. */
export interface BookingNews extends SeatNews {
  readonly event: EventId;
  readonly booking: string;
  /** Null: the holder of the stored booking. */
  readonly holder: UserId | null;
  readonly actor: UserId | null;
  readonly at: Date;
}

/** The counts of an event. */
export interface SeatCounts {
  readonly event: EventId;
  readonly booked: number;
  readonly waiting: number;
  readonly lastPlace: bigint;
}

/** What moves change; no booking is in two of the first three. */
export interface SeatWrites {
  readonly bookings: readonly StoredBooking[];
  readonly endedIds: readonly string[];
  /** Those that get seats. */
  readonly promotedIds: readonly string[];
  readonly news: readonly BookingNews[];
  readonly counts: readonly SeatCounts[];
}

const text = `/* seats-write */
with promotions as (
  update booking set status = 'confirmed', place = null where id = any($1::uuid[])
),
ends as (
  delete from booking where id = any($2::uuid[])
),
bookings as (
  insert into booking (id, event_id, user_id, quantity, status, place, code, created_at)
  select * from unnest(
    $3::uuid[], $4::uuid[], $5::uuid[], $6::int[], $7::text[], $8::bigint[], $9::text[], $10::timestamptz[]
  )
  on conflict (id) do update
    set quantity = excluded.quantity, status = excluded.status, place = excluded.place
),
news as materialized (
  select * from unnest($11::text[], $12::uuid[], $13::uuid[], $14::uuid[], $15::uuid[], $16::boolean[], $17::timestamptz[])
    n (kind, event_id, booking_id, user_id, actor_id, is_promotion, at)
),
-- Managers are told of what others do.
activity as (
  insert into event_activity (event_id, user_id, kind, at)
  select n.event_id, n.user_id,
    case n.kind when 'booking.confirmed' then 'booked' when 'booking.waitlisted' then 'waitlisted' else 'cancelled' end, n.at
  from news n where n.actor_id = n.user_id and not n.is_promotion
),
entries as (
  insert into outbox (id, kind, event_id, user_id, actor_id, data, at, due_at)
  select gen_random_uuid(), n.kind, e.id, coalesce(n.user_id, b.user_id), n.actor_id,
    jsonb_build_object('bookingId', n.booking_id, 'isPromotion', n.is_promotion), n.at, n.at
  from news n
    join event e on e.id = n.event_id
    left join booking b on b.id = n.booking_id and n.user_id is null
  where n.is_promotion or has_listener(n.kind, e.id, e.organizer_id)
    -- A confirmation is mailed.
    or n.kind = 'booking.confirmed' and (
      exists (select from app_user u where u.id = n.user_id and u.email is not null)
      or exists (select from invitation i where i.accepted_by = n.user_id and i.kind = 'email')
    )
)
update event_stats s set booked = c.booked, waiting = c.waiting, last_place = c.last_place
from unnest($18::uuid[], $19::int[], $20::int[], $21::bigint[]) c (event_id, booked, waiting, last_place)
where s.event_id = c.event_id`;

/** Writes what moves changed in one statement, if they did; the caller holds the events' counts. */
export const writeSeats = async (db: Database, writes: SeatWrites): Promise<void> => {
  const { bookings, endedIds, promotedIds, news, counts } = writes;
  if (counts.length === 0) return;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      promotedIds,
      endedIds,
      bookings.map(({ id }) => id),
      bookings.map(({ event }) => event),
      bookings.map(({ user }) => user),
      bookings.map(({ quantity }) => quantity),
      bookings.map(({ status }) => status),
      bookings.map(({ place }) => (place === null ? null : String(place))),
      bookings.map(({ code }) => code),
      bookings.map(({ createdAt }) => createdAt),
      news.map(({ kind }) => kind),
      news.map(({ event }) => event),
      news.map(({ booking }) => booking),
      news.map(({ holder }) => holder),
      news.map(({ actor }) => actor),
      news.map(({ isPromotion }) => isPromotion),
      news.map(({ at }) => at),
      counts.map(({ event }) => event),
      counts.map(({ booked }) => booked),
      counts.map(({ waiting }) => waiting),
      counts.map(({ lastPlace }) => String(lastPlace)),
    ]),
  );
};
