import { Migration } from '@mikro-orm/migrations';

const listed = "visibility = 'public' and status = 'scheduled'";

/** What is under way at an instant: the few events that run past midnight from an index of their own (ADR 0011). */
export class UnderWay extends Migration {
  override up(): void {
    // A span of time between two meridians: seconds since 1970 and thousandths of a degree, whole ones, since PostgreSQL
    // refuses boxes so small that their area is too small for a double.
    this.addSql(`create function time_between_meridians(since timestamptz, until timestamptz, west float8, east float8)
      returns box language sql immutable strict parallel safe as $$
        select box(
          point(extract(epoch from since at time zone 'UTC')::float8, round(west * 1000)),
          point(extract(epoch from until at time zone 'UTC')::float8, round(east * 1000))
        )
      $$`);
    this.addSql('drop index event_span_index');
    this.addSql(`create index event_midnight_span_index on event
      using gist (time_between_meridians(start_at, end_at, lng, lng))
      include (id, start_at, end_at, category, lat, lng)
      where ${listed} and (start_at at time zone 'UTC')::date < (end_at at time zone 'UTC')::date`);
    this.addSql('drop index event_day_cell_index');
    this.addSql(`create index event_day_cell_index on event (((start_at at time zone 'UTC')::date), cell, start_at, id)
      include (end_at, category, lat, lng) where ${listed}`);
  }
}
