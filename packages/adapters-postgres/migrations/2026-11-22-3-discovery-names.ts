import { Migration } from '@mikro-orm/migrations';

const listed = "visibility = 'public' and status = 'scheduled'";
/** Each event counts in its cell and, as cell -1, in the world; in its category and, as category '', in all. */
const counters = `cross join lateral (values (cell), (-1)) cells (counted_cell)
  cross join lateral (values (category), ('')) categories (counted_category)`;
const columns = 'insert into listing_counter (cell, category, listed, live)';
const grouped = 'group by counted_cell, counted_category';

/**
 * Names in the field's words: counters, ended events, boxes of time and longitude. Views and functions keep the old names
 * for replicas of the version before, which go on reading, writing and sweeping while a deployment replaces them one by one;
 * a later migration drops these.
 */
export class DiscoveryNames extends Migration {
  override up(): void {
    this.renameCounters();
    this.renameEnded();
    this.renameSpans();
  }

  private renameCounters(): void {
    this.addSql('alter table listing_tally rename to listing_counter');
    this.addSql('alter sequence listing_tally_id_seq rename to listing_counter_id_seq');
    this.addSql('alter index listing_tally_pkey rename to listing_counter_pkey');
    this.addSql('alter index listing_tally_category_index rename to listing_counter_category_index');
    this.addSql('alter function tally_listing() rename to count_listings');
    for (const change of ['added', 'changed', 'removed'])
      this.addSql(`alter trigger event_${change}_tally on event rename to event_${change}_counters`);
    this.addSql(`create or replace function count_listings() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          ${columns}
          select counted_cell, counted_category, count(*), count(*) filter (where is_live) from came ${counters}
          where ${listed} ${grouped};
        elsif tg_op = 'DELETE' then
          ${columns}
          select counted_cell, counted_category, -count(*), -count(*) filter (where is_live) from went ${counters}
          where ${listed} ${grouped};
        else
          ${columns}
          select counted_cell, counted_category, sum(listed), sum(live) from (
            select cell, category, 1 as listed, is_live::int as live from came where ${listed}
            union all select cell, category, -1, -is_live::int from went where ${listed}
          ) changes ${counters}
          ${grouped} having sum(listed) <> 0 or sum(live) <> 0;
        end if;
        return null;
      end $$`);
    this.addSql('alter function rebuild_listing_tally() rename to rebuild_listing_counters');
    this.addSql(`create or replace function rebuild_listing_counters() returns void language sql as $$
      delete from listing_counter;
      ${columns}
      select counted_cell, counted_category, count(*), count(*) filter (where is_live) from event ${counters}
      where ${listed} ${grouped};
    $$`);
    this.addSql('create view listing_tally as select id, cell, category, listed, live from listing_counter');
  }

  private renameEnded(): void {
    this.addSql('alter table event_words_over rename to event_words_ended');
    this.addSql('alter index event_words_over_pkey rename to event_words_ended_pkey');
    this.addSql('alter index event_words_over_words_idx rename to event_words_ended_words_idx');
    this.addSql('alter index event_over_cell_start_index rename to event_ended_cell_start_index');
    this.addSql('alter index event_over_end_index rename to event_ended_end_index');
    this.addSql('create view event_words_over as select * from event_words_ended');
  }

  private renameSpans(): void {
    this.addSql(`alter function time_between_meridians(timestamptz, timestamptz, float8, float8)
      rename to time_longitude_box`);
    this.addSql('alter index event_midnight_span_index rename to event_ongoing_for_days_index');
    // A single expression, which the planner replaces by its body: the old statements find the index as before.
    this.addSql(`create function time_between_meridians(since timestamptz, until timestamptz, west float8, east float8)
      returns box language sql immutable strict parallel safe as $$
        select box(
          point(extract(epoch from since at time zone 'UTC')::float8, round(west * 1000)),
          point(extract(epoch from until at time zone 'UTC')::float8, round(east * 1000))
        )
      $$`);
  }
}
