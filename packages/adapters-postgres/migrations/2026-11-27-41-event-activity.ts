import { Migration } from '@mikro-orm/migrations';

/** What managers hear of their events, and the confirmation of a booking, which is mailed and stands in no inbox. */
export class EventActivity extends Migration {
  override up(): void {
    this.addSql(`
      -- What people did at events, until their managers are told: rows live for seconds.
      create table event_activity (
        id bigserial primary key,
        event_id uuid not null,
        user_id uuid not null,
        kind text not null,
        at timestamptz(3) not null
      );

      -- Digests that are to be mailed.
      create table activity_digest (
        user_id uuid primary key
          constraint activity_digest_user_id_foreign references app_user on update cascade on delete cascade,
        since timestamptz(3) not null,
        start_at timestamptz(3) not null,
        due_at timestamptz(3) not null
      );
      create index activity_digest_due_at_index on activity_digest (due_at);

      alter table notice
        add activity jsonb,
        add activity_of uuid,
        add is_mail_only boolean not null default false;
      alter table notice_settings add activity text not null default 'daily';

      -- The counts of both, and the newest three people.
      create function added_activity(earlier jsonb, later jsonb) returns jsonb language sql immutable parallel safe as $$
        select jsonb_build_object(
          'counts', (
            select jsonb_object_agg(e.key, e.value::int + (later -> 'counts' ->> e.key)::int)
            from jsonb_each_text(earlier -> 'counts') e
          ),
          'people', (
            select coalesce(jsonb_agg(p.id order by p.nr), '[]') from (
              select id, min(nr) as nr
              from jsonb_array_elements((later -> 'people') || (earlier -> 'people')) with ordinality a (id, nr)
              group by id order by min(nr) limit 3
            ) p
          )
        )
      $$;
    `);
  }
}
