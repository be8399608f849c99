import { Migration } from '@mikro-orm/migrations';

/** Budgets of one kind, time zones that are stored, and changes that name their event. */
export class BudgetsAndChanges extends Migration {
  override up(): void {
    this.addSql(`
      -- Whether a place lies in a circle, its boundary included: the domain's \`distanceKm\` step by step. The circle holds its
      -- latitude, longitude and radius in kilometres, then the box around it (\`circle-box.ts\`), which spares most places the
      -- distance. PostgreSQL raises an underflow error when a product is too small for a double: hence the smallest angle.
      create function in_circle(lat float8, lng float8, circle float8[]) returns boolean
      language sql immutable parallel safe as $$
        select lat between circle[4] and circle[5]
          and (lng between circle[6] and circle[7] or lng between circle[8] and circle[9])
          and 2 * 6371.0088::float8 * asin(least(1, sqrt(
            sin(greatest(abs(lat - circle[1]), 1e-100::float8) * pi() / 180 / 2)
              * sin(greatest(abs(lat - circle[1]), 1e-100::float8) * pi() / 180 / 2)
            + cos(greatest(abs(circle[1]), 1e-100::float8) * pi() / 180)
              * cos(greatest(abs(lat), 1e-100::float8) * pi() / 180)
              * sin(greatest(abs(lng - circle[2]), 1e-100::float8) * pi() / 180 / 2)
              * sin(greatest(abs(lng - circle[2]), 1e-100::float8) * pi() / 180 / 2)
          ))) <= circle[3]
      $$;

      -- The domain's \`invitationState\`: the state with the clock applied.
      create function invitation_state(state text, expires_at timestamptz, at timestamptz)
      returns text language sql immutable parallel safe as $$
        select case when state = 'pending' and expires_at <= at then 'expired' else state end
      $$;

      alter table quota_use add uses timestamptz[] not null default '{}', set (fillfactor = 50);

      -- The domain's \`limitFor\`: the limit for an account; null for none, as for an account that does not exist.
      create function account_limit(role text, created_at timestamptz, usual int, young int, young_since timestamptz)
      returns int language sql immutable parallel safe as $$
        select case when role <> 'admin' then case when created_at > young_since then young else usual end end
      $$;

      -- The domain's \`Quotas.takeEach\`: what has the same number in \`parties\` is taken together or not at all. The insertion adds
      -- missing budgets and locks all others, in the order of their keys, so that no two callers block each other; its condition keeps
      -- it from writing what it locks. The statements after it see what it waited for.
      create function take_quotas(
        keys text[], parties int[], amounts int[], limits int[], untils timestamptz[], at timestamptz,
        windows int[] default '{}',
        accounts uuid[] default '{}', young int[] default '{}', young_since timestamptz[] default '{}'
      ) returns table (nr bigint, quota int, taken int, until timestamptz, is_spent boolean)
      language plpgsql volatile as $$
      #variable_conflict use_column
      declare
        quotas int[] := array(
          select case when c.account is null then c.usual
            else account_limit(u.role, u.created_at, c.usual, c.young, c.young_since) end
          from unnest(limits, accounts, young, young_since)
              with ordinality c (usual, account, young, young_since, nr)
            left join app_user u on u.id = c.account and u.erased_at is null
          order by c.nr
        );
      begin
        insert into quota_use (key, taken, until)
        select c.key, 0, c.until from unnest(keys, untils, quotas) c (key, until, quota)
        where c.quota is not null order by c.key
        on conflict (key) do update set taken = quota_use.taken where false;
        return query
        with budgets as materialized (
          select c.nr, c.key, c.party, c.amount, c.quota, c.span, s.uses,
            case when c.span is not null then cardinality(s.uses)
              when q.until > at then q.taken else 0 end as taken,
            case when c.span is null and q.until > at then q.until else c.until end as until
          from (
            select nr, key, party, amount, quota, until, ms * interval '1 millisecond' as span
            from unnest(keys, parties, amounts, quotas, untils, windows)
              with ordinality u (key, party, amount, quota, until, ms, nr)
          ) c
            left join quota_use q on q.key = c.key and c.quota is not null,
            lateral (select array(
              select use from unnest(q.uses) use where use > at - c.span order by use
            ) as uses) s
        ),
        verdicts as materialized (
          select b.*, coalesce(b.taken + b.amount > b.quota, false) as is_spent,
            b.quota is not null
              and not bool_or(coalesce(b.taken + b.amount > b.quota, false)) over together as is_taken
          from budgets b
          window together as (partition by b.party)
        ),
        updates as (
          update quota_use q set
            taken = v.taken + v.amount,
            until = case when v.span is null then v.until else greatest(q.until, at + v.span) end,
            uses = case when v.span is null then q.uses else v.uses || array_fill(at, array[v.amount]) end
          from verdicts v where q.key = v.key and v.is_taken
        )
        select v.nr, v.quota, v.taken + case when v.is_taken then v.amount else 0 end,
          case when v.span is null then v.until
            else coalesce(least(v.uses[1], case when v.is_taken then at end), at) + v.span end,
          v.is_spent
        from verdicts v order by v.nr;
      end $$;
    `);
    this.addSql(`
      alter table event_change add event_id uuid;

      create or replace function record_listed_events() returns trigger language plpgsql as $$
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

      -- A zone that is filled in is the one that was shown before.
      create or replace function record_event_updates() returns trigger language plpgsql as $$
      declare
        changed uuid[] := array(
          select id from old_rows o join new_rows n using (id)
          where (
            o.title, o.description, o.cover_url, o.start_at, o.end_at, o.address, o.lat, o.lng,
            coalesce(o.time_zone, n.time_zone), o.category, o.price_minor, o.capacity, o.visibility, o.status
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
    `);
    this.addSql(`
      -- Null while the zone of the place is still to be found: 0.1.0 leaves \`time_zone\` null for it, and PostgreSQL knows no
      -- boundaries of zones. Until the next sweep it is that of the longitude.
      alter table event add is_time_zone_given boolean,
        add constraint event_time_zone_check check (time_zone is not null) not valid;
      create function estimate_time_zone() returns trigger language plpgsql as $$
      declare
        hours int := round(new.lng / 15);
      begin
        new.time_zone := 'Etc/GMT' || case when hours > 0 then '-' when hours < 0 then '+' else '' end
          || case when hours <> 0 then abs(hours)::text else '' end;
        new.is_time_zone_given := null;
        return new;
      end $$;
      create trigger event_estimated_time_zone before insert or update on event
        for each row when (new.time_zone is null) execute function estimate_time_zone();
    `);
    this.addSql(`
      -- What 0.1.0 alone reads stays for it where it may still serve, and is dropped by a later version. A database without
      -- people never had it.
      do $do$
      begin
        if not exists (select from app_user) then
          drop trigger event_stats_update_changes on event_stats;
          drop trigger event_stats_delete_changes on event_stats;
          drop trigger event_stats_emptied_changes on event_stats;
          drop table count_change, account_quota, call_window;
          drop function record_count_changes, record_any_count_change, record_forgotten_count_changes;

          drop index vocabulary_deletions_index;
          alter table vocabulary drop column deletions;
          create or replace function learn_words(learnt text[]) returns void language plpgsql as $$
          begin
            perform pg_advisory_xact_lock_shared(7310588113);
            insert into vocabulary (word)
            select word from (select distinct word from unnest(learnt) word) words
            where not exists (select from vocabulary v where v.word = words.word)
            order by word collate "C"
            on conflict do nothing;
          end $$;
          create or replace function rebuild_vocabulary() returns void language plpgsql as $$
          begin
            truncate vocabulary, released_word;
            insert into vocabulary (word)
            select distinct word from event e, typo_words(e.words) word
            where e.visibility = 'public' and e.status = 'scheduled';
          end $$;
          drop function word_deletions;
        else
          -- The sweep calls it.
          create function forget_former(at timestamptz) returns void language sql as $$
            delete from account_quota q where q.until <= at
              or exists (select from app_user u where u.id = q.user_id and u.erased_at is not null);
            delete from call_window w where w.until <= at;
            delete from count_change c where c.at < forget_former.at - interval '5 minutes'
              and (select f.at from count_change f order by id limit 1) < forget_former.at - interval '10 minutes';
          $$;
        end if;
      end $do$;
    `);
  }
}
