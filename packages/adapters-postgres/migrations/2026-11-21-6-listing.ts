import { Migration } from '@mikro-orm/migrations';

const listed = "visibility = 'public' and status = 'scheduled'";
const live = `where ${listed} and is_live`;
const over = `where ${listed} and not is_live`;

/** What keeps lists and their totals flat as events grow (ADR 0011). */
export class Listing extends Migration {
  override up(): void {
    this.addSql(`alter table event
      add column is_live boolean not null default true,
      add column cell int not null generated always as
        (least(floor((lat + 90) * 20), 3599)::int * 7200 + least(floor((lng + 180) * 20), 7199)::int) stored`);

    this.addSql('drop index event_place_index');
    this.addSql('drop index event_span_index');
    this.addSql('drop index event_words_index');
    this.addSql(`create index event_span_index on event using gist (tstzrange(start_at, end_at))
      include (id, start_at, end_at, category, cell, lat, lng) where ${listed}`);
    this.addSql(`create index event_cell_start_index on event (cell, start_at, id)
      include (end_at, category, lat, lng) where ${listed}`);
    this.addSql(`create index event_live_start_index on event (start_at, id)
      include (end_at, category, cell, lat, lng) ${live}`);
    this.addSql(`create index event_live_category_start_index on event (category, start_at, id)
      include (end_at, cell, lat, lng) ${live}`);
    this.addSql(`create index event_live_end_index on event (end_at) include (category, cell, lat, lng) ${live}`);
    this.addSql(`create index event_over_end_index on event (end_at) include (category, cell, lat, lng) ${over}`);
    this.addSql(`create index event_live_words_index on event using gin (words) ${live}`);
    this.addSql(`create index event_over_words_index on event using gin (words) ${over}`);

    // Changes are added, never written over: no writer waits for another, and the sum is exact in every snapshot.
    this.addSql(`create table listing_tally (
      id bigint generated always as identity primary key,
      cell int not null,
      category text not null,
      live int not null
    )`);
    this.addSql('create index listing_tally_cell_index on listing_tally (cell, category) include (live)');

    this.addSql(`create function tally_listing() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into listing_tally (cell, category, live)
          select place, category, count(*) from came cross join lateral (values (cell), (-1)) places (place)
          where ${listed} and is_live group by place, category;
        elsif tg_op = 'DELETE' then
          insert into listing_tally (cell, category, live)
          select place, category, -count(*) from went cross join lateral (values (cell), (-1)) places (place)
          where ${listed} and is_live group by place, category;
        else
          insert into listing_tally (cell, category, live)
          select place, category, sum(live) from (
            select cell, category, 1 as live from came where ${listed} and is_live
            union all select cell, category, -1 from went where ${listed} and is_live
          ) changes cross join lateral (values (cell), (-1)) places (place)
          group by place, category having sum(live) <> 0;
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger event_added_tally after insert on event
      referencing new table as came for each statement execute function tally_listing()`);
    this.addSql(`create trigger event_changed_tally after update on event
      referencing old table as went new table as came for each statement execute function tally_listing()`);
    this.addSql(`create trigger event_removed_tally after delete on event
      referencing old table as went for each statement execute function tally_listing()`);

    // For whoever loads events with triggers off, and for events that were there before.
    this.addSql(`create function rebuild_listing_tally() returns void language sql begin atomic
      delete from listing_tally;
      insert into listing_tally (cell, category, live)
      select place, category, count(*) from event cross join lateral (values (cell), (-1)) places (place)
      where ${listed} and is_live group by place, category;
    end`);
    this.addSql('select rebuild_listing_tally()');
  }
}
