import { Migration } from '@mikro-orm/migrations';

/**
 * The outbox holds jobs that follow from changes, too. What waits in the tables of pg-boss moves there: replicas of version
 * 0.1.0 go on to write mails into them until they are replaced.
 */
export class OneOutbox extends Migration {
  override up(): void {
    this.addSql(`
      alter table outbox
        alter kind drop not null,
        alter at set default now(),
        add queue text not null default 'changes',
        add share uuid,
        add tries int not null default 0,
        add taken_until timestamptz(3),
        add error text;
      -- Taking a job changes its row on its page, and no index.
      alter table outbox set (fillfactor = 70);

      -- Moves jobs that wait, or whose worker has died. Returns how many.
      create function move_former_jobs(most int) returns int language plpgsql as $$
      declare
        moved int;
      begin
        if to_regclass('jobs.job') is null then
          return 0;
        end if;
        with former as (
          delete from jobs.job where (name, id) in (
            select name, id from jobs.job
            where state < 'active' or state = 'active' and coalesce(heartbeat_on, started_on) < now() - interval '1 minute'
            limit most for update skip locked
          ) returning *
        ),
        entries as (
          insert into outbox (id, queue, kind, event_id, user_id, actor_id, data, share, at, due_at, tries, error)
          select id,
            case when data -> 'change' ->> 'kind' = 'reminder.due' then 'reminders' else coalesce(source_name, name) end,
            null, null, null, null, data, group_id::uuid, coalesce(source_created_on, created_on),
            case when name like '%-dead' then 'infinity' else start_after end,
            coalesce(source_retry_count, retry_count), coalesce(source_output, output) ->> 'error'
          from former where coalesce(source_name, name) <> 'webhooks'
          union all
          select (c ->> 'id')::uuid, 'changes', c ->> 'kind', (c ->> 'eventId')::uuid, (c ->> 'userId')::uuid,
            (c ->> 'actorId')::uuid, c -> 'data', null, (c ->> 'at')::timestamptz, (c ->> 'dueAt')::timestamptz, 0, null
          from former, jsonb_array_elements(data -> 'changes') c
          where coalesce(source_name, name) = 'webhooks'
          on conflict (id) do nothing
        )
        select count(*) into moved from former;
        return moved;
      end $$;
    `);
  }
}
