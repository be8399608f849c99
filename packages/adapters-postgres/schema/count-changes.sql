-- Events whose counts have changed, so that counts in memory are exact without reading them again; without an
-- event those of any may have changed. Rows are added and never changed: no writer waits for another. Counts
-- of events that are added are in no memory yet.
create table count_change (
  id bigserial primary key,
  xid xid8 not null default pg_current_xact_id(),
  event_id uuid,
  at timestamptz(3) not null default now()
);
create index count_change_xid_index on count_change (xid);

-- More than 100 events of a statement are recorded as a change of any event's counts.
create function record_count_changes() returns trigger language plpgsql as $$
begin
  insert into count_change (event_id)
  select distinct case when events <= 100 then event_id end
  from (select event_id, count(*) over () as events from old_rows) changed;
  return null;
end $$;
create trigger event_stats_update_changes after update on event_stats
  referencing old table as old_rows for each statement execute function record_count_changes();
create trigger event_stats_delete_changes after delete on event_stats
  referencing old table as old_rows for each statement execute function record_count_changes();

create function record_any_count_change() returns trigger language plpgsql as $$
begin
  insert into count_change default values;
  return null;
end $$;
create trigger event_stats_emptied_changes after truncate on event_stats
  for each statement execute function record_any_count_change();

-- A process that did not read rows before they are deleted learns from a new row that there were some.
create function record_forgotten_count_changes() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    insert into count_change default values;
  end if;
  return null;
end $$;
create trigger count_change_forgotten after delete on count_change
  referencing old table as old_rows for each statement execute function record_forgotten_count_changes();
create trigger count_change_emptied after truncate on count_change
  for each statement execute function record_any_count_change();
