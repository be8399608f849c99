import type { BookingStatus, EventId, QueuedBooking, UserId } from '@event-platform/domain';
import { CompiledQuery } from 'kysely';
import type { Database, Row } from '../database.ts';

/** The booking that a move is about: its holder's, or by its id. */
export interface Mover {
  readonly event: EventId;
  readonly user?: UserId;
  readonly booking?: string;
}

/** The event of a move, and the booking if there is one. */
export interface SeatsRow
  extends Pick<
      Row<'event'>,
      'status' | 'start_at' | 'end_at' | 'capacity' | 'max_per_booking' | 'has_waitlist' | 'rsvp_until'
    >,
    Pick<Row<'event_stats'>, 'event_id' | 'booked' | 'waiting'>,
    Pick<Row<'booking'>, 'quantity' | 'code' | 'created_at'> {
  /** The position of the move among all that are read, counted from 1. */
  readonly nr: number;
  readonly last_place: string;
  readonly id: string | null;
  readonly user_id: UserId | null;
  readonly booking_status: BookingStatus;
  readonly place: string | null;
  readonly position: number | null;
  /** Null in all rows of an event but the first, and of one for which no guest waits. */
  readonly queue: readonly QueuedBooking[] | null;
}

/** The counts of these events, in the order of all that lock several. */
const lockText = `/* seats-lock */
select from event_stats where event_id = any($1::uuid[]) order by event_id for no key update`;

export const lockSeats = async (db: Database, events: readonly EventId[]): Promise<void> => {
  await db.executeQuery(CompiledQuery.raw(lockText, [events]));
};

/**
 * What moves have to know. Of a queue it returns as many bookings as could get seats through all moves of the event together, and
 * those that could leave it. `offset 0` keeps it on the indexes, as it is planned once for all calls.
 */
const readText = `/* seats-read */
with movers as materialized (
  select m.nr, m.event_id, b.id, b.user_id, b.quantity, b.status, b.place, b.code, b.created_at,
    row_number() over (partition by m.event_id order by m.nr) as nth,
    coalesce(sum(b.quantity) filter (where b.status = 'confirmed') over (partition by m.event_id), 0) as seats,
    count(*) filter (where b.status = 'waitlisted') over (partition by m.event_id) as leaving
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality m (event_id, user_id, booking_id, nr)
    left join lateral (
      select o.* from (select * from booking where event_id = m.event_id and user_id = m.user_id offset 0) o
      union all
      select o.* from (select * from booking where id = m.booking_id offset 0) o where o.event_id = m.event_id
    ) b on true
)
select m.nr::int as nr, m.event_id, e.status, e.start_at, e.end_at, e.capacity, e.max_per_booking, e.has_waitlist,
  e.rsvp_until, s.booked, s.waiting, s.last_place, m.id, m.user_id, m.quantity, m.status as booking_status, m.place,
  case when m.place is not null then (
    select count(*)::int from booking q
    where q.event_id = m.event_id and q.status = 'waitlisted' and q.place <= m.place
  ) end as position,
  m.code, m.created_at,
  case when m.nth = 1 and s.waiting > 0 then (
    select json_agg(json_build_object('id', q.id, 'quantity', q.quantity) order by q.place) from (
      select w.id, w.quantity, w.place from booking w
      where w.event_id = m.event_id and w.status = 'waitlisted'
      order by w.place
      limit case when e.capacity is not null then greatest(e.capacity - s.booked + m.seats, 0) + m.leaving + 1 end
    ) q
  ) end as queue
from movers m,
  lateral (select * from event where id = m.event_id offset 0) e,
  lateral (select * from event_stats where event_id = m.event_id offset 0) s
order by m.nr`;

/** The state of the events and bookings, one row for each mover whose event exists; the caller holds the events' counts. */
export const readSeats = async (db: Database, movers: readonly Mover[]): Promise<readonly SeatsRow[]> => {
  const values = [
    movers.map(({ event }) => event),
    movers.map(({ user }) => user ?? null),
    movers.map(({ booking }) => booking ?? null),
  ];
  return (await db.executeQuery<SeatsRow>(CompiledQuery.raw(readText, values))).rows;
};
