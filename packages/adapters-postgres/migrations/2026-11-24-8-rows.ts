import { OnlineMigration } from './online-migration.ts';

/** Goes through the rows that the migrations before it prepared for, and builds their indexes. */
export class FillRows extends OnlineMigration {
  override async up(): Promise<void> {
    await this.#confirmBookings();
    await this.validate('event', 'event_max_per_booking_check');
    await this.validate('event', 'event_visibility_check', 'event_take_down_check');
    await this.validate('event_stats', 'event_stats_bookings_check');
    await this.validate('booking', 'booking_status_check', 'booking_place_check', 'booking_code_check');
    await this.validate('app_user', 'app_user_suspended_check');

    await this.createIndex(
      'booking_event_id_status_index',
      'booking (event_id, status, place, created_at, id)',
    );
    await this.createIndex('booking_code_unique', 'booking (code)', true);
    await this.createIndex('event_taken_down_index', "event (organizer_id) where visibility = 'taken_down'");
    // For due reminders; public events have event_start_index.
    await this.createIndex(
      'event_private_start_index',
      "event (start_at) include (id) where visibility = 'private' and status = 'scheduled'",
    );
  }

  /** Bookings that exist get codes, and the seats that fit in the order of making: event by event, under the lock of its counts. */
  async #confirmBookings(): Promise<void> {
    await this.execute(`
      do $$
      declare
        confirmed int := 0;
        waitlisted int := 0;
        of_event uuid;
        found_rows int;
      begin
        for of_event in select distinct event_id from booking where code is null loop
          perform from event_stats s where s.event_id = of_event for no key update;
          update booking b set code = translate(rtrim(encode(
              substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16), 'base64'), '='), '+/', '-_'),
            status = case when nth.fits then 'confirmed' else 'waitlisted' end,
            place = case when not nth.fits then nth.place end
          from (
            select o.id, row_number() over (order by o.created_at, o.id) as place,
              bool_and(e.capacity is null or o.upto <= e.capacity) over (order by o.created_at, o.id) as fits
            from (
              select id, event_id, created_at, sum(quantity) over (order by created_at, id) as upto
              from booking where event_id = of_event
            ) o join event e on e.id = o.event_id
          ) nth
          where nth.id = b.id;
          get diagnostics found_rows = row_count;
          update event_stats s set booked = c.booked, waiting = c.waiting, last_place = c.last_place
          from (
            select coalesce(sum(quantity) filter (where status = 'confirmed'), 0) as booked,
              count(*) filter (where status = 'waitlisted') as waiting, coalesce(max(place), 0) as last_place
            from booking where event_id = of_event
          ) c
          where s.event_id = of_event;
          select confirmed + found_rows - s.waiting, waitlisted + s.waiting into confirmed, waitlisted
          from event_stats s where s.event_id = of_event;
          commit;
        end loop;
        raise log '% bookings are confirmed, % wait', confirmed, waitlisted;
      end $$`);
  }
}
