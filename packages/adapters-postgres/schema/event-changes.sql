-- Changes of what lists and searches show, so that pages in memory know when they are out of date: where a
-- listed event is or was, and its words. Without an event any event may have changed. Rows are added and
-- never changed: no writer waits for another.
create table event_change (
  id bigserial primary key,
  xid xid8 not null default pg_current_xact_id(),
  event_id uuid,
  category text,
  lat float8,
  lng float8,
  start_at timestamptz(3),
  end_at timestamptz(3),
  words tsvector,
  at timestamptz(3) not null default now()
);
create index event_change_xid_index on event_change (xid);

-- More than 100 events of a statement are recorded as a change of any event. More than 300 words of an event,
-- three to four kilobytes, are left out: the change then counts for every search that its place is in.
create function record_listed_events() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed_rows limit 101) counted) > 100 then
    insert into event_change default values;
  else
    insert into event_change (event_id, category, lat, lng, start_at, end_at, words)
    select distinct id, category, lat, lng, start_at, end_at, case when length(words) <= 300 then words end
    from changed_rows
    where visibility = 'public' and status = 'scheduled';
  end if;
  return null;
end $$;
create trigger event_added_changes after insert on event
  referencing new table as changed_rows for each statement execute function record_listed_events();
create trigger event_removed_changes after delete on event
  referencing old table as changed_rows for each statement execute function record_listed_events();

-- Compares all that lists and searches show of an event; whether it is live changes no page.
create function record_event_updates() returns trigger language plpgsql as $$
declare
  changed uuid[] := array(
    select id from old_rows o join new_rows n using (id)
    where (
      o.title, o.description, o.cover_url, o.start_at, o.end_at, o.address, o.lat, o.lng,
      o.time_zone, o.category, o.price_minor, o.capacity, o.visibility, o.status
    ) is distinct from (
      n.title, n.description, n.cover_url, n.start_at, n.end_at, n.address, n.lat, n.lng,
      n.time_zone, n.category, n.price_minor, n.capacity, n.visibility, n.status
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
create trigger event_changed_changes after update on event
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_event_updates();

create function record_any_change() returns trigger language plpgsql as $$
begin
  insert into event_change default values;
  return null;
end $$;
create trigger event_emptied_changes after truncate on event
  for each statement execute function record_any_change();
create trigger category_changes after insert or update or delete or truncate on category
  for each statement execute function record_any_change();

-- A process that did not read rows before they are deleted learns from a new row that there were some.
create function record_forgotten_changes() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    insert into event_change default values;
  end if;
  return null;
end $$;
create trigger event_change_forgotten after delete on event_change
  referencing old table as old_rows for each statement execute function record_forgotten_changes();
create trigger event_change_emptied after truncate on event_change
  for each statement execute function record_any_change();
