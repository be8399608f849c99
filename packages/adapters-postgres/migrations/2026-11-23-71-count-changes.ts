import { Migration } from '@mikro-orm/migrations';

/** A statement that changes the counts of more events than this is recorded as a change of any event's. */
const most = 100;

/**
 * Records whose counts have changed, so that counts in memory are known to be exact without reading them again. Rows are
 * added and never changed: no writer waits for another. Counts of events that are added are in no memory yet.
 */
export class CountChanges extends Migration {
  override up(): void {
    this.addSql(`create table count_change (
      id bigserial primary key,
      xid xid8 not null default pg_current_xact_id(),
      event_id uuid,
      at timestamptz(3) not null default now()
    )`);
    this.addSql('create index count_change_xid_index on count_change (xid)');
    this.addSql(`create function record_count_changes() returns trigger language plpgsql as $$
      begin
        insert into count_change (event_id)
        select distinct case when events <= ${most} then event_id end
        from (select event_id, count(*) over () as events from went) changed;
        return null;
      end $$`);
    for (const change of ['update', 'delete'])
      this.addSql(`create trigger event_stats_${change}_changes after ${change} on event_stats
        referencing old table as went for each statement execute function record_count_changes()`);
    this.addSql(`create function record_any_count_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'TRUNCATE' then
          insert into count_change default values;
        elsif exists (select from went) then
          insert into count_change default values;
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger event_stats_emptied_changes after truncate on event_stats
      for each statement execute function record_any_count_change()`);
    // A process that has not read the rows that go knows by a new one that there were some.
    this.addSql(`create trigger count_change_forgotten after delete on count_change
      referencing old table as went for each statement execute function record_any_count_change()`);
    this.addSql(`create trigger count_change_emptied after truncate on count_change
      for each statement execute function record_any_count_change()`);
  }
}
