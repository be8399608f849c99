import { Migration } from '@mikro-orm/migrations';

const listed = "visibility = 'public' and status = 'scheduled'";
/** All that lists show of an event; whether it is live changes no page. */
const shown = [
  'title',
  'description',
  'cover_url',
  'start_at',
  'end_at',
  'address',
  'lat',
  'lng',
  'time_zone',
  'category',
  'price_minor',
  'capacity',
  'visibility',
  'status',
];
const row = (table: string) => `(${shown.map((name) => `${table}.${name}`).join(', ')})`;
const place = (table: string) =>
  ['category', 'lat', 'lng', 'start_at', 'end_at'].map((name) => `${table}.${name}`).join(', ');
/** A statement that changes more events than this is recorded as a change of any event. */
const most = 100;

/**
 * Records each change of what lists show, so that pages in memory know when they are out of date. Rows are added and
 * never changed: no writer waits for another.
 */
export class EventChanges extends Migration {
  override up(): void {
    this.addSql(`create table event_change (
      id bigserial primary key,
      xid xid8 not null default pg_current_xact_id(),
      category text,
      lat float8,
      lng float8,
      start_at timestamptz(3),
      end_at timestamptz(3),
      at timestamptz(3) not null default now()
    )`);
    this.addSql('create index event_change_xid_index on event_change (xid)');
    this.addSql(`create function record_event_changes() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if (select count(*) from (select from came limit ${most + 1}) batch) > ${most} then
            insert into event_change default values;
          else
            insert into event_change (category, lat, lng, start_at, end_at)
            select distinct ${place('c')} from came c where ${listed};
          end if;
        elsif tg_op = 'DELETE' then
          if (select count(*) from (select from went limit ${most + 1}) batch) > ${most} then
            insert into event_change default values;
          else
            insert into event_change (category, lat, lng, start_at, end_at)
            select distinct ${place('w')} from went w where ${listed};
          end if;
        elsif (select count(*) from (select from came limit ${most + 1}) batch) > ${most} then
          if exists (select from came c join went w using (id) where ${row('c')} is distinct from ${row('w')}) then
            insert into event_change default values;
          end if;
        else
          insert into event_change (category, lat, lng, start_at, end_at)
          select ${place('c')} from came c join went w using (id)
          where c.visibility = 'public' and c.status = 'scheduled' and ${row('c')} is distinct from ${row('w')}
          union
          select ${place('w')} from came c join went w using (id)
          where w.visibility = 'public' and w.status = 'scheduled' and ${row('c')} is distinct from ${row('w')};
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger event_added_changes after insert on event
      referencing new table as came for each statement execute function record_event_changes()`);
    this.addSql(`create trigger event_changed_changes after update on event
      referencing old table as went new table as came for each statement execute function record_event_changes()`);
    this.addSql(`create trigger event_removed_changes after delete on event
      referencing old table as went for each statement execute function record_event_changes()`);
    this.addSql(`create function record_any_change() returns trigger language plpgsql as $$
      begin
        insert into event_change default values;
        return null;
      end $$`);
    this.addSql(`create function record_forgotten_changes() returns trigger language plpgsql as $$
      begin
        if exists (select from went) then
          insert into event_change default values;
        end if;
        return null;
      end $$`);
    // A reader of the log who missed the rows that go knows by a new one that there were some.
    this.addSql(`create trigger event_change_forgotten after delete on event_change
      referencing old table as went for each statement execute function record_forgotten_changes()`);
    this.addSql(`create trigger event_change_emptied after truncate on event_change
      for each statement execute function record_any_change()`);
    this.addSql(`create trigger event_emptied_changes after truncate on event
      for each statement execute function record_any_change()`);
    this.addSql(`create trigger category_changes after insert or update or delete or truncate on category
      for each statement execute function record_any_change()`);
  }
}
