import { Migration } from '@mikro-orm/migrations';

/** Seats: bookings confirm what fits and queue the rest. Bookings that exist are confirmed in the order of making. */
export class Bookings extends Migration {
  override up(): void {
    this.addSql(`
      alter table event
        add max_per_booking int not null default 10 constraint event_max_per_booking_check check (max_per_booking > 0),
        add has_waitlist boolean not null default true;

      -- The confirmed seats, the bookings that wait, and the last place that was given in the queue.
      alter table event_stats
        add booked int not null default 0,
        add waiting int not null default 0,
        add last_place bigint not null default '0',
        add constraint event_stats_bookings_check check (booked >= 0 and waiting >= 0);

      -- \`place\` orders the queue; null for a confirmed booking.
      alter table booking
        add status text not null default 'confirmed'
          constraint booking_status_check check (status in ('confirmed', 'waitlisted')),
        add place bigint,
        add code text,
        add checked_in_at timestamptz(3),
        add constraint booking_place_check check ((status = 'waitlisted') = (place is not null));
      create index booking_event_id_status_index on booking (event_id, status, place, created_at, id);
    `);
    this.addSql(`
      do $$
      declare
        confirmed int;
        waitlisted int;
      begin
        update booking set code = translate(rtrim(encode(
          substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16), 'base64'), '='), '+/', '-_');
        with nth as (
          select b.id, row_number() over (own) as place,
            bool_and(e.capacity is null or b.upto <= e.capacity) over (own) as fits
          from (
            select id, event_id, created_at,
              sum(quantity) over (partition by event_id order by created_at, id) as upto
            from booking
          ) b join event e on e.id = b.event_id
          window own as (partition by b.event_id order by b.created_at, b.id)
        )
        update booking b set status = 'waitlisted', place = nth.place from nth where nth.id = b.id and not nth.fits;
        get diagnostics waitlisted = row_count;
        update event_stats s set booked = c.booked, waiting = c.waiting, last_place = c.last_place
        from (
          select event_id, coalesce(sum(quantity) filter (where status = 'confirmed'), 0) as booked,
            count(*) filter (where status = 'waitlisted') as waiting, coalesce(max(place), 0) as last_place
          from booking group by event_id
        ) c
        where s.event_id = c.event_id;
        select count(*) into confirmed from booking where status = 'confirmed';
        raise log '% bookings are confirmed, % wait', confirmed, waitlisted;
      end $$;
      alter table booking alter code set not null, add constraint booking_code_unique unique (code);
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
