import { Migration } from '@mikro-orm/migrations';

const listed = "visibility = 'public' and status = 'scheduled'";
const live = `where ${listed} and is_live`;
/** Each change counts in its cell and, as cell -1, in the world; in its category and, as category '', in all. */
const tallies = `cross join lateral (values (cell), (-1)) places (place)
  cross join lateral (values (category), ('')) themes (theme)`;
const over = `where ${listed} and not is_live`;

/** What keeps lists and their totals flat as events grow (ADR 0011). */
export class Listing extends Migration {
  override up(): void {
    // Where a place lies on the Z-order curve over squares of 180/8192 degrees: the bits of its row and column by turns.
    this.addSql(`create function listing_cell(lat float8, lng float8) returns int
      language plpgsql immutable strict parallel safe as $$
      declare
        y int := least(floor((lat + 90) * 8192 / 180), 8191);
        x int := least(floor((lng + 180) * 8192 / 180), 16383);
        cell int := 0;
      begin
        for bit in 0..13 loop
          cell := cell | (((x >> bit) & 1) << (2 * bit)) | (((y >> bit) & 1) << (2 * bit + 1));
        end loop;
        return cell;
      end $$`);
    this.addSql(`alter table event
      add column is_live boolean not null default true,
      add column cell int not null generated always as (listing_cell(lat, lng)) stored`);

    this.addSql('drop index event_place_index');
    this.addSql('drop index event_span_index');
    this.addSql('drop index event_words_index');
    this.addSql(`create index event_span_index on event using gist (tstzrange(start_at, end_at))
      include (id, start_at, end_at, category, cell, lat, lng) where ${listed}`);
    this.addSql(`create index event_live_cell_start_index on event (cell, start_at, id)
      include (end_at, category, lat, lng) ${live}`);
    this.addSql(`create index event_over_cell_start_index on event (cell, start_at, id)
      include (end_at, category, lat, lng) ${over}`);
    this.addSql(`create index event_live_start_index on event (start_at, id)
      include (end_at, category, cell, lat, lng) ${live}`);
    this.addSql(`create index event_live_category_start_index on event (category, start_at, id)
      include (end_at, cell, lat, lng) ${live}`);
    this.addSql(
      `create index event_live_end_index on event (end_at)
      include (id, start_at, category, cell, lat, lng) ${live}`,
    );
    this.addSql(
      `create index event_over_end_index on event (end_at)
      include (id, start_at, category, cell, lat, lng) ${over}`,
    );
    this.addSql(`create index event_live_words_index on event using gin (words) ${live}`);
    this.addSql(`create index event_over_words_index on event using gin (words) ${over}`);

    // Changes are added, never written over: no writer waits for another, and the sums are exact in every snapshot.
    this.addSql(`create table listing_tally (
      id bigserial primary key,
      cell int not null,
      category text not null,
      listed int not null,
      live int not null
    )`);
    this.addSql(
      `create index listing_tally_category_index on listing_tally (category, cell) include (listed, live)`,
    );

    this.addSql(`create function tally_listing() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into listing_tally (cell, category, listed, live)
          select place, theme, count(*), count(*) filter (where is_live) from came ${tallies}
          where ${listed} group by place, theme;
        elsif tg_op = 'DELETE' then
          insert into listing_tally (cell, category, listed, live)
          select place, theme, -count(*), -count(*) filter (where is_live) from went ${tallies}
          where ${listed} group by place, theme;
        else
          insert into listing_tally (cell, category, listed, live)
          select place, theme, sum(listed), sum(live) from (
            select cell, category, 1 as listed, is_live::int as live from came where ${listed}
            union all select cell, category, -1, -is_live::int from went where ${listed}
          ) changes ${tallies}
          group by place, theme having sum(listed) <> 0 or sum(live) <> 0;
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger event_added_tally after insert on event
      referencing new table as came for each statement execute function tally_listing()`);
    this.addSql(`create trigger event_changed_tally after update on event
      referencing old table as went new table as came for each statement execute function tally_listing()`);
    this.addSql(`create trigger event_removed_tally after delete on event
      referencing old table as went for each statement execute function tally_listing()`);

    // For events that were loaded with triggers off or before this migration.
    this.addSql(`create function rebuild_listing_tally() returns void language sql as $$
      delete from listing_tally;
      insert into listing_tally (cell, category, listed, live)
      select place, theme, count(*), count(*) filter (where is_live) from event ${tallies}
      where ${listed} group by place, theme;
    $$`);
    this.addSql('select rebuild_listing_tally()');
  }
}
