import { Migration } from '@mikro-orm/migrations';

/** Lists show whether an event belongs to a series. */
export class SeriesChanges extends Migration {
  override up(): void {
    this.addSql(`
      -- Compares all that lists and searches show of an event; whether it is live changes no page.
      create or replace function record_event_updates() returns trigger language plpgsql as $$
      declare
        changed uuid[] := array(
          select id from old_rows o join new_rows n using (id)
          where (
            o.title, o.description, o.cover_url, o.start_at, o.end_at, o.address, o.lat, o.lng,
            o.time_zone, o.category, o.price_minor, o.capacity, o.visibility, o.status, o.attendance,
            o.series_id, o.is_detached
          ) is distinct from (
            n.title, n.description, n.cover_url, n.start_at, n.end_at, n.address, n.lat, n.lng,
            n.time_zone, n.category, n.price_minor, n.capacity, n.visibility, n.status, n.attendance,
            n.series_id, n.is_detached
          )
          limit 101
        );
      begin
        if cardinality(changed) > 100 then
          insert into event_change default values;
        else
          insert into event_change (event_id, category, lat, lng, start_at, end_at, words)
          select distinct id, category, lat, lng, start_at, end_at, case when length(words) <= 300 then words end
          from (select * from old_rows union all select * from new_rows) places
          where id = any (changed) and visibility = 'public' and status = 'scheduled';
        end if;
        return null;
      end $$;
    `);
  }
}
