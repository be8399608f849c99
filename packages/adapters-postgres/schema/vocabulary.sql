-- The words of listed events in which typos are forgiven. The triggers of the event table add words; the sweep forgets
-- them. One typo leaves the beginning or the ending of a word as it is: the indexes find words of nearly the same length by
-- either.
create table vocabulary (word text primary key);
create index vocabulary_beginning_index on vocabulary (char_length(word), word collate "C");
create index vocabulary_ending_index on vocabulary (char_length(word), reverse(word) collate "C");

-- Words that some listed event held and holds no more; another event may.
create table released_word (
  id bigserial primary key,
  word text not null
);

-- How many words were forgotten since the indexes of words were built; at most one row.
create table forgotten_words (
  id int primary key,
  words int not null
);

-- The domain's `forgivesTypos`.
create function typo_words(words tsvector) returns setof text
language sql immutable parallel safe as $$
  select word from unnest(tsvector_to_array(words)) word where char_length(word) between 4 and 20
$$;

-- The sweep forgets words under this lock alone (`forget-words.ts`): no word is forgotten that an event holds
-- which is still to be committed. In order, so that two writers of the same new words cannot deadlock.
create function learn_words(learnt text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7310588113);
  insert into vocabulary (word)
  select word from (select distinct word from unnest(learnt) word) words
  where not exists (select from vocabulary v where v.word = words.word)
  order by word collate "C"
  on conflict do nothing;
end $$;

create function learn_added_words() returns trigger language plpgsql as $$
begin
  perform learn_words(array(
    select distinct word from new_rows e, typo_words(e.words) word
    where e.visibility = 'public' and e.status = 'scheduled'
  ));
  return null;
end $$;

create function keep_vocabulary() returns trigger language plpgsql as $$
declare
  held text[] := '{}';
begin
  if tg_op = 'UPDATE' and new.visibility = 'public' and new.status = 'scheduled' then
    held := array(select word from typo_words(new.words) word);
    perform learn_words(held);
  end if;
  if old.visibility = 'public' and old.status = 'scheduled' then
    insert into released_word (word)
    select word from typo_words(old.words) word except select unnest(held);
  end if;
  return null;
end $$;

create trigger event_added_vocabulary after insert on event
  referencing new table as new_rows for each statement execute function learn_added_words();
create trigger event_changed_vocabulary after update on event for each row
  when ((old.visibility, old.status, old.words) is distinct from (new.visibility, new.status, new.words))
  execute function keep_vocabulary();
create trigger event_removed_vocabulary after delete on event for each row
  when (old.visibility = 'public' and old.status = 'scheduled')
  execute function keep_vocabulary();

-- For events that were loaded with triggers disabled. It locks searches out.
create function rebuild_vocabulary() returns void language plpgsql as $$
begin
  truncate vocabulary, released_word;
  insert into vocabulary (word)
  select distinct word from event e, typo_words(e.words) word
  where e.visibility = 'public' and e.status = 'scheduled';
end $$;
