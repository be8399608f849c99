import { Migration } from '@mikro-orm/migrations';

/**
 * Lists and searches are found in memory: the log of changes tells each event, and what SQL found them by goes. Replicas of the
 * version before find the same in views of the names that they know, though not as fast; a later version drops these, the
 * columns `cell` of events and those of places, times and words of the log.
 */
export class ListingIndex extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function record_listed_events() returns trigger language plpgsql as $$
      begin
        insert into event_change (event_id, category, lat, lng, start_at, end_at)
        select id, category, lat, lng, start_at, end_at from changed_rows
        where visibility = 'public' and status = 'scheduled';
        return null;
      end $$;

      create or replace function record_event_updates() returns trigger language plpgsql as $$
      declare
        changed uuid[] := array(
          select o.id from old_rows o join new_rows n on n.id = o.id
          where o is distinct from n
        );
      begin
        insert into event_change (event_id, category, lat, lng, start_at, end_at)
        select distinct id, category, lat, lng, start_at, end_at
        from (select * from old_rows union all select * from new_rows) places
        where id = any (changed) and visibility = 'public' and status = 'scheduled';
        return null;
      end $$;

      -- Lists show names of categories.
      create function record_category_changes() returns trigger language plpgsql as $$
      begin
        insert into event_change (category) select slug from new_rows;
        return null;
      end $$;
      drop trigger category_changes on category;
      create trigger category_changed_changes after update on category
        referencing new table as new_rows for each statement execute function record_category_changes();

      -- Of which transactions changes may have been forgotten: of those below the first number. At most one row.
      create table forgotten_changes (
        id int primary key,
        below xid8 not null,
        next_below xid8 not null,
        at timestamptz(3) not null
      );
      insert into forgotten_changes values
        (1, pg_snapshot_xmin(pg_current_snapshot()), pg_snapshot_xmin(pg_current_snapshot()), now());
      drop trigger event_change_forgotten on event_change;
      drop function record_forgotten_changes();
    `);
    this.addSql(`
      drop trigger event_added_counters on event;
      drop trigger event_changed_counters on event;
      drop trigger event_removed_counters on event;
      drop trigger event_added_words on event;
      drop trigger event_changed_words on event;
      drop trigger event_removed_words on event;
      drop trigger event_added_vocabulary on event;
      drop trigger event_changed_vocabulary on event;
      drop trigger event_removed_vocabulary on event;
      drop function count_listings();
      drop function rebuild_listing_counters();
      drop function keep_event_words();
      drop function rebuild_event_words();
      drop function keep_vocabulary();
      drop function learn_added_words();
      drop function learn_words(text[]);
      drop function rebuild_vocabulary();
      drop function typo_words(tsvector);
      drop table event_words;
      drop table listing_counter;
      drop table vocabulary;
      drop table released_word;
      drop table forgotten_words;
    `);
    this.addSql(`
      create view event_words as
        select start_at, end_at, lat, lng, id as event_id, is_live, category, attendance,
          words || event_week(start_at) as words
        from event where visibility = 'public' and status = 'scheduled';
      create view event_words_live as select * from event_words where is_live;
      create view event_words_ended as select * from event_words where not is_live;
      create view listing_counter as
        select 0::bigint as id, coalesce(cell, -1) as cell, coalesce(category, '') as category,
          count(*)::int as listed, (count(*) filter (where is_live))::int as live
        from event where visibility = 'public' and status = 'scheduled'
        group by cube (cell, category) having count(*) > 0;
      create view vocabulary as select ''::text as word where false;
      create view released_word as select 0::bigint as id, ''::text as word where false;
      create view forgotten_words as select 0 as id, 0 as words where false;

      -- The sweep of that version merges counters, of which there is one each.
      create function leave_listing_counter() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger listing_counter_left instead of insert or delete on listing_counter
        for each row execute function leave_listing_counter();
    `);
  }
}
