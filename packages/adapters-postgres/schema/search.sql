-- The week of an event, 604,800 seconds long and counted from 1970, as a word that no search text can hold.
create function event_week(at timestamptz) returns tsvector
language sql immutable strict parallel safe as $$
  select array_to_tsvector(array['#w' || floor(extract(epoch from at) / 604800)])
$$;

-- The words of each listed event, and all that searches filter by. PostgreSQL moves values out of a row only
-- when it is longer than two kilobytes. The filler makes it so, and is then compressed to thirty bytes: what
-- is left is so short that a page holds nearly sixty events and not six.
create table event_words (
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  lat float8 not null,
  lng float8 not null,
  event_id uuid not null,
  is_live boolean not null,
  category text not null,
  words tsvector not null,
  filler text not null generated always as (repeat(' ', 2048)) stored,
  primary key (event_id, is_live)
) partition by list (is_live);
alter table event_words alter words set storage external, alter filler set storage main;
create table event_words_live partition of event_words for values in (true) with (toast_tuple_target = 128);
create table event_words_ended partition of event_words for values in (false) with (toast_tuple_target = 128);

-- New words wait in a list, of which every search reads all, until one write puts them in order: at most 128
-- kB of them instead of four megabytes.
create index event_words_index on event_words using gin (words) with (gin_pending_list_limit = 128);

create function keep_event_words() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from event_words where event_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.visibility = 'public' and new.status = 'scheduled' then
    insert into event_words (event_id, start_at, end_at, lat, lng, is_live, category, words)
    values (
      new.id, new.start_at, new.end_at, new.lat, new.lng, new.is_live, new.category,
      new.words || event_week(new.start_at)
    );
  end if;
  return null;
end $$;
create trigger event_added_words after insert on event for each row
  when (new.visibility = 'public' and new.status = 'scheduled')
  execute function keep_event_words();
create trigger event_changed_words after update on event for each row
  when (
    (old.visibility, old.status, old.start_at, old.end_at, old.lat, old.lng, old.is_live, old.category)
      is distinct from
      (new.visibility, new.status, new.start_at, new.end_at, new.lat, new.lng, new.is_live, new.category)
    or old.words is distinct from new.words
  )
  execute function keep_event_words();
create trigger event_removed_words after delete on event for each row
  when (old.visibility = 'public' and old.status = 'scheduled')
  execute function keep_event_words();

-- For events that were loaded with triggers disabled. It locks searches out.
create function rebuild_event_words() returns void language plpgsql as $$
begin
  drop index if exists event_words_index;
  truncate event_words;
  insert into event_words (event_id, start_at, end_at, lat, lng, is_live, category, words)
  select id, start_at, end_at, lat, lng, is_live, category, words || event_week(start_at)
  from event
  where visibility = 'public' and status = 'scheduled';
  create index event_words_index on event_words using gin (words) with (gin_pending_list_limit = 128);
end $$;
