import { Migration } from '@mikro-orm/migrations';

/** Seats: bookings confirm what fits and queue the rest. */
export class Bookings extends Migration {
  override up(): void {
    this.addSql(`
      alter table event
        add max_per_booking int not null default 10,
        add has_waitlist boolean not null default true,
        add constraint event_max_per_booking_check check (max_per_booking > 0) not valid;

      -- The confirmed seats, the bookings that wait, and the last place that was given in the queue.
      alter table event_stats
        add booked int not null default 0,
        add waiting int not null default 0,
        add last_place bigint not null default '0',
        add constraint event_stats_bookings_check check (booked >= 0 and waiting >= 0) not valid;

      -- \`place\` orders the queue; null for a confirmed booking.
      alter table booking
        add status text not null default 'confirmed',
        add place bigint,
        add code text,
        add checked_in_at timestamptz(3),
        add constraint booking_status_check check (status in ('confirmed', 'waitlisted')) not valid,
        add constraint booking_place_check check ((status = 'waitlisted') = (place is not null)) not valid,
        add constraint booking_code_check check (code is not null) not valid;
    `);
    this.addSql(`
      -- What a move of bookings has to know, once it holds the event's counts: no other move runs until it commits. Of the queue
      -- it returns as many bookings as could get seats.
      create function lock_seats(of_event uuid, of_user uuid, of_booking uuid) returns table (
        status text, start_at timestamptz, end_at timestamptz, capacity int, max_per_booking int, has_waitlist boolean,
        booked int, waiting int, last_place bigint, id uuid, user_id uuid, quantity int, booking_status text, place bigint,
        "position" int, code text, created_at timestamptz, queue json
      ) language plpgsql as $$
      begin
        perform from event_stats s where s.event_id = of_event for no key update;
        -- A statement of its own sees what the lock waited for.
        return query
          select e.status, e.start_at, e.end_at, e.capacity, e.max_per_booking, e.has_waitlist, s.booked, s.waiting,
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
