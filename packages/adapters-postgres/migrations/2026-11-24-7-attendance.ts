import { Migration } from '@mikro-orm/migrations';

/**
 * Events without a place. Their cell is -2, which no area covers: so the counters of the world count them, and those of areas
 * do not. Boxes of time and longitude have them at longitude 0; tests of a circle let none of them pass.
 */
export class Attendance extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function listing_cell(lat float8, lng float8) returns int
      language plpgsql immutable parallel safe as $$
      declare
        y int := least(floor((lat + 90) * 8192 / 180), 8191);
        x int := least(floor((lng + 180) * 8192 / 180), 16383);
        cell int := 0;
      begin
        if lat is null or lng is null then return -2; end if;
        for bit in 0..13 loop
          cell := cell | (((x >> bit) & 1) << (2 * bit)) | (((y >> bit) & 1) << (2 * bit + 1));
        end loop;
        return cell;
      end $$;

      create or replace function time_longitude_box(
        since timestamptz, until timestamptz, west float8, east float8
      ) returns box
      language sql immutable parallel safe as $$
        select box(
          point(extract(epoch from since at time zone 'UTC')::float8, round(coalesce(west, 0) * 1000)),
          point(extract(epoch from until at time zone 'UTC')::float8, round(coalesce(east, 0) * 1000))
        )
      $$;

      alter table event
        alter lat drop not null,
        alter lng drop not null,
        add attendance text not null default 'offline',
        add online_url text,
        add constraint event_attendance_check
          check (attendance in ('offline', 'online', 'mixed')) not valid,
        add constraint event_place_check
          check ((lat is null) = (attendance = 'online') and (lng is null) = (lat is null)) not valid,
        add constraint event_online_url_check
          check ((online_url is null) = (attendance = 'offline')) not valid;
      -- Sessions that are open learn of the index's function anew.
      alter index event_ongoing_for_days_index reset (buffering);

      alter table event_words
        alter lat drop not null,
        alter lng drop not null,
        add attendance text not null default 'offline';
    `);
    this.addSql(`
      create or replace function keep_event_words() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          delete from event_words where event_id = old.id;
        end if;
        if tg_op <> 'DELETE' and new.visibility = 'public' and new.status = 'scheduled' then
          insert into event_words (event_id, start_at, end_at, lat, lng, is_live, category, attendance, words)
          values (
            new.id, new.start_at, new.end_at, new.lat, new.lng, new.is_live, new.category, new.attendance,
            new.words || event_week(new.start_at)
          );
        end if;
        return null;
      end $$;
      drop trigger event_changed_words on event;
      create trigger event_changed_words after update on event for each row
        when (
          (
            old.visibility, old.status, old.start_at, old.end_at, old.lat, old.lng, old.is_live, old.category,
            old.attendance
          ) is distinct from (
            new.visibility, new.status, new.start_at, new.end_at, new.lat, new.lng, new.is_live, new.category,
            new.attendance
          )
          or old.words is distinct from new.words
        )
        execute function keep_event_words();

      create or replace function rebuild_event_words() returns void language plpgsql as $$
      begin
        drop index if exists event_words_index;
        truncate event_words;
        insert into event_words (event_id, start_at, end_at, lat, lng, is_live, category, attendance, words)
        select id, start_at, end_at, lat, lng, is_live, category, attendance, words || event_week(start_at)
        from event
        where visibility = 'public' and status = 'scheduled';
        create index event_words_index on event_words using gin (words) with (gin_pending_list_limit = 128);
      end $$;
    `);
    this.addSql(`
      create or replace function record_event_updates() returns trigger language plpgsql as $$
      declare
        changed uuid[] := array(
          select id from old_rows o join new_rows n using (id)
          where (
            o.title, o.description, o.cover_url, o.start_at, o.end_at, o.address, o.lat, o.lng,
            o.time_zone, o.category, o.price_minor, o.capacity, o.visibility, o.status, o.attendance
          ) is distinct from (
            n.title, n.description, n.cover_url, n.start_at, n.end_at, n.address, n.lat, n.lng,
            n.time_zone, n.category, n.price_minor, n.capacity, n.visibility, n.status, n.attendance
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
