-- How many events are listed, and how many of these are live, in each cell and (as cell -1) in the world, in
-- each category and (as category '') in all: the sum of the rows. Changes are added, never written over: no
-- writer waits for another, and the sums are exact in every snapshot. The sweep merges rows.
create table listing_counter (
  id bigserial primary key,
  cell int not null,
  category text not null,
  listed int not null,
  live int not null
);
create index listing_counter_category_index on listing_counter (category, cell) include (listed, live);

create function count_listings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_counter (cell, category, listed, live)
    select coalesce(cell, -1), coalesce(category, ''), count(*), count(*) filter (where is_live)
    from new_rows
    where visibility = 'public' and status = 'scheduled'
    group by cube (cell, category) having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into listing_counter (cell, category, listed, live)
    select coalesce(cell, -1), coalesce(category, ''), -count(*), -count(*) filter (where is_live)
    from old_rows
    where visibility = 'public' and status = 'scheduled'
    group by cube (cell, category) having count(*) > 0;
  else
    insert into listing_counter (cell, category, listed, live)
    select coalesce(cell, -1), coalesce(category, ''), sum(listed), sum(live)
    from (
      select cell, category, visibility, status, 1 as listed, is_live::int as live from new_rows
      union all
      select cell, category, visibility, status, -1, -is_live::int from old_rows
    ) changes
    where visibility = 'public' and status = 'scheduled'
    group by cube (cell, category) having sum(listed) <> 0 or sum(live) <> 0;
  end if;
  return null;
end $$;
create trigger event_added_counters after insert on event
  referencing new table as new_rows for each statement execute function count_listings();
create trigger event_changed_counters after update on event
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_listings();
create trigger event_removed_counters after delete on event
  referencing old table as old_rows for each statement execute function count_listings();

-- For events that were loaded with triggers disabled.
create function rebuild_listing_counters() returns void language sql as $$
  delete from listing_counter;
  insert into listing_counter (cell, category, listed, live)
  select coalesce(cell, -1), coalesce(category, ''), count(*), count(*) filter (where is_live)
  from event
  where visibility = 'public' and status = 'scheduled'
  group by cube (cell, category) having count(*) > 0;
$$;
