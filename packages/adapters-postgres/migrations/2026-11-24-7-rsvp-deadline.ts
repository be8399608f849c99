import { Migration } from '@mikro-orm/migrations';

/** When an event stops to take answers; a move of bookings reads it once it holds the event's counts. */
export class RsvpDeadline extends Migration {
  override up(): void {
    this.addSql(`
      alter table event add rsvp_until timestamptz(3);

      drop function lock_seats(uuid, uuid, uuid);
      create function lock_seats(of_event uuid, of_user uuid, of_booking uuid) returns table (
        status text, start_at timestamptz, end_at timestamptz, capacity int, max_per_booking int, has_waitlist boolean,
        rsvp_until timestamptz,         booked int, waiting int, last_place bigint, id uuid, user_id uuid, quantity int, booking_status text, place bigint,
        "position" int, code text, created_at timestamptz, queue json
      ) language plpgsql as $$
      begin
        perform from event_stats s where s.event_id = of_event for no key update;
        -- A statement of its own sees what the lock waited for.
        return query
          select e.status, e.start_at, e.end_at, e.capacity, e.max_per_booking, e.has_waitlist,
            e.rsvp_until, s.booked, s.waiting,
            s.last_place, b.id, b.user_id, b.quantity, b.status, b.place,
            case when b.place is not null then (
              select count(*)::int from booking q
              where q.event_id = of_event and q.status = 'waitlisted' and q.place <= b.place
            ) end,
            b.code, b.created_at,
            (
              select json_agg(json_build_object('id', q.id, 'quantity', q.quantity) order by q.place) from (
                select w.id, w.quantity, w.place from booking w
                where w.event_id = of_event and w.status = 'waitlisted'
                order by w.place
                limit case
                  when e.capacity is not null then greatest(e.capacity - s.booked + coalesce(b.quantity, 0), 0) + 1
                end
              ) q
            )
          from event e join event_stats s on s.event_id = e.id
            left join booking b on b.event_id = e.id and (b.user_id = of_user or b.id = of_booking)
          where e.id = of_event;
      end $$;
    `);
  }
}
