import {
  type BookingStatus,
  type BookingStore,
  type GuestBooking,
  type OwnBooking,
  offsetOf,
  type PublicUser,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Bulkhead } from '../connection/bulkhead.ts';
import type { Database, Row } from '../database.ts';
import type { BookingOutcome, BookingWrite } from './book-together.ts';
import { makeMove } from './move-together.ts';
import type { MovedBooking } from './plan-moves.ts';
import { writeBookings } from './write-bookings.ts';

type BookingRow = Pick<Row<'booking'>, 'id' | 'event_id' | 'quantity' | 'status' | 'code' | 'created_at'> & {
  readonly position: number | null;
};

const columns = `b.id, b.event_id, b.quantity, b.status, b.code, b.created_at,
  case when b.place is not null then (
    select count(*)::int from booking q where q.event_id = b.event_id and q.status = 'waitlisted' and q.place <= b.place
  ) end as position`;

const toOwnBooking = ({
  id,
  quantity,
  status,
  position,
  code,
  created_at: createdAt,
}: BookingRow): OwnBooking => ({
  id,
  quantity,
  status,
  position,
  createdAt,
  code,
});

/** A transaction for each booking, inside the bulkhead: it waits for rows that others hold. */
export const postgresBookingStore = (db: Database, bulkhead: Bulkhead): BookingStore => {
  const write = (one: BookingWrite): Promise<BookingOutcome> =>
    bulkhead(one.event, async () => (await writeBookings(db, [one]))[0] ?? null);
  const guestBooking = async (booking: MovedBooking): Promise<GuestBooking | null> => {
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'name', 'username', 'avatar'])
      .where('id', '=', booking.user)
      .$castTo<PublicUser>()
      .executeTakeFirst();
    const { code: _, user: __, ...fields } = booking;
    return user ? { ...fields, user } : null;
  };
  return {
    book: (request) => write(request),
    cancel: async (event, user, at) => {
      await write({ event, user, at });
    },
    confirm: async (event, booking, force, at) => {
      const move = { event, booking, move: { kind: 'confirm', force }, at } as const;
      const outcome = await bulkhead(event, () => makeMove(db, move));
      return outcome === null || typeof outcome === 'string' ? outcome : guestBooking(outcome);
    },
    list: async (event, status, page) => {
      const ofStatus = sql`(${status}::text is null or b.status = ${status})`;
      const { rows } = await sql<BookingRow & { total: number; user: PublicUser | null }>`/* booking-list */
        with total as (select count(*)::int as total from booking b where b.event_id = ${event} and ${ofStatus}),
        page as (
          select b.* from booking b where b.event_id = ${event} and ${ofStatus}
          order by b.status, b.place, b.created_at, b.id offset ${offsetOf(page)} limit ${page.limit}
        )
        select total.total, item.* from total left join (
          select ${sql.raw(columns)}, b.place,
            json_build_object('id', u.id, 'name', u.name, 'username', u.username, 'avatar', u.avatar) as "user"
          from page b join app_user u on u.id = b.user_id
        ) item on true
        order by item.status, item.place, item.created_at, item.id`.execute(db);
      return {
        ...page,
        total: rows[0]?.total ?? 0,
        items: rows.flatMap((row) => {
          if (!row.user) return [];
          const { code: _, ...booking } = toOwnBooking(row);
          return [{ ...booking, user: row.user }];
        }),
      };
    },
    ofUser: async (user, events) => {
      const { rows } = await sql<BookingRow>`/* booking-of-user */
        select ${sql.raw(columns)} from booking b
        where b.user_id = ${user} and b.event_id = any(${events}::uuid[])`.execute(db);
      return new Map(rows.map((row) => [row.event_id, toOwnBooking(row)]));
    },
    checkedIn: async (event) => {
      const { rows } = await sql<{ seats: number; of: number }>`/* booking-checked-in */
        select coalesce(sum(quantity) filter (where checked_in_at is not null), 0)::int as seats,
          coalesce(sum(quantity), 0)::int as of
        from booking where event_id = ${event} and status = 'confirmed'`.execute(db);
      return rows[0] as { seats: number; of: number };
    },
    checkIn: async (event, code, at) => {
      const { rows } = await sql<{
        user_id: UserId;
        status: BookingStatus;
        checked_in_at: Date;
        is_first: boolean;
      }>`
        /* booking-check-in */
        with ticket as materialized (
          select id from booking where code = ${code} and event_id = ${event} for no key update
        ),
        arrival as (
          update booking b set checked_in_at = ${at} from ticket
          where b.id = ticket.id and b.status = 'confirmed' and b.checked_in_at is null
          returning b.id, b.event_id, b.user_id
        ),
        entries as (
          insert into outbox (id, kind, event_id, user_id, data, at, due_at)
          select gen_random_uuid(), 'guest.checked_in', a.event_id, a.user_id,
            jsonb_build_object('bookingId', a.id), ${at}::timestamptz, ${at}::timestamptz
          from arrival a join event e on e.id = a.event_id
          where has_listener('guest.checked_in', e.id, e.organizer_id)
        )
        select b.user_id, b.status, coalesce(b.checked_in_at, ${at}) as checked_in_at,
          exists (select from arrival) as is_first
        from ticket join booking b using (id)`.execute(db);
      const [row] = rows;
      if (!row) return null;
      if (row.status === 'waitlisted') return 'not_confirmed';
      return { user: row.user_id, checkedInAt: row.checked_in_at, isFirst: row.is_first };
    },
  };
};
