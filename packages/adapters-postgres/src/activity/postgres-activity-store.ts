import type { ActivityEntry, ActivityStore, EventId, NoticeEvent, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isNoticeShown, type NoticeRow, noticeColumns, toNotice } from '../notices/notice-rows.ts';

interface ManagedRow extends NoticeEvent {
  readonly managerIds: readonly UserId[];
}

/** A round that tells of activity holds it to the end of its transaction: two rounds would lock the same notices in different orders. */
const lock = 7_140_268;

/** What is told of these events, and to whom. */
export const managersOf = (events: readonly EventId[], at: Date) =>
  sql<ManagedRow>`/* activity-managers */
    select e.id, e.title, e.start_at as "startAt", e.end_at as "endAt", e.is_all_day as "isAllDay",
      e.time_zone as "timeZone", e.sequence, e.status, e.address,
      array(
        -- An "or" of both would read all people for each event.
        select u.id
        from (
          select e.organizer_id as id union select a.user_id from event_admin a where a.event_id = e.id
        ) manager join app_user u using (id)
        where u.erased_at is null order by u.id
      ) as "managerIds"
    from event e
    where e.id = any(${[...events]}::uuid[]) and e.status <> 'cancelled' and e.visibility <> 'taken_down'
      and e.end_at > ${at}`;

export const postgresActivityStore = (db: Database): ActivityStore => ({
  note: async (entries) => {
    if (entries.length === 0) return;
    await sql`/* activity-note */
      insert into event_activity (event_id, user_id, kind, at)
      select "eventId", "userId", kind, at
      from json_to_recordset(${JSON.stringify(entries)}::json) as
        e ("eventId" uuid, "userId" uuid, kind text, at timestamptz)`.execute(db);
  },
  take: async (limit) => {
    const { rows } = await sql<ActivityEntry & { readonly id: string }>`/* activity-take */
      delete from event_activity where id = any(array(
        select id from event_activity where (select pg_try_advisory_xact_lock(${lock}::bigint)) order by id limit ${limit}
      ))
      returning id, event_id as "eventId", user_id as "userId", kind, at`.execute(db);
    return rows
      .toSorted((one, other) => Number(one.id) - Number(other.id))
      .map(({ id: _, ...entry }) => entry);
  },
  managed: async (events, at) => {
    const { rows } = await managersOf(events, at).execute(db);
    return rows.map(({ managerIds, ...event }) => ({ event, managerIds }));
  },
  tell: async (activities, at) => {
    const input = JSON.stringify(
      activities.map(({ id, contentId, userId, event, counts, people }) => ({
        ...{ id, content_id: contentId, user_id: userId, event_id: event.id },
        ...{ event, activity: { counts, people } },
      })),
    );
    const { rows } = await sql<{
      id: string;
      userId: UserId;
      eventId: EventId;
      isNew: boolean;
    }>`/* activity-tell */
      with input as materialized (
        select * from json_to_recordset(${input}::json) as
          i (id uuid, content_id uuid, user_id uuid, event_id uuid, event jsonb, activity jsonb)
      ),
      -- Before their notices, as by an erasure; their digests refer to them, too.
      people as materialized (
        select id from app_user where id in (select user_id from input) and erased_at is null order by id for key share
      ),
      open_notices as materialized (
        select n.id, i.id as input_id, i.activity from input i
        join notice n on n.user_id = i.user_id and n.activity_of = i.event_id and n.read_at is null
        where i.user_id in (select id from people)
        order by n.id for no key update of n
      ),
      updates as (
        update notice n set activity = added_activity(n.activity, o.activity), created_at = ${at}
        from open_notices o where n.id = o.id and n.read_at is null
        returning n.id, o.input_id, n.user_id, n.activity_of
      ),
      fresh as materialized (
        select * from input where id not in (select input_id from updates) and user_id in (select id from people)
      ),
      contents as (
        insert into notice_content (id, key, kind, event, created_at)
        select distinct on (content_id) content_id, 'activity ' || content_id, 'event_activity', event, ${at}::timestamptz
        from fresh order by content_id
      ),
      additions as (
        insert into notice (id, content_id, user_id, created_at, activity_of, activity)
        select f.id, f.content_id, f.user_id, ${at}::timestamptz, f.event_id, f.activity from fresh f
        returning id, user_id, activity_of
      )
      select id, user_id as "userId", activity_of as "eventId", false as "isNew" from updates
      union all
      select id, user_id, activity_of, true from additions`.execute(db);
    return rows;
  },
  isUnread: async (id) => {
    const { rows } = await sql`/* activity-unread */
      select from notice where id = ${id} and read_at is null`.execute(db);
    return rows.length > 0;
  },
  planDigests: async (digests, at) => {
    if (digests.length === 0) return;
    await sql`/* digest-plan */
      insert into activity_digest as d (user_id, since, start_at, due_at)
      select u.id, ${at}, p.start_at, p.due_at
      from unnest(
        ${digests.map(({ userId }) => userId)}::uuid[], ${digests.map(({ startAt }) => startAt)}::timestamptz[],
        ${digests.map(({ dueAt }) => dueAt)}::timestamptz[]
      ) p (user_id, start_at, due_at)
      join app_user u on u.id = p.user_id and u.erased_at is null
      left join notice_settings s on s.user_id = u.id
      where coalesce(s.activity, 'daily') = 'daily'
      order by u.id for key share of u
      on conflict (user_id) do update set start_at = excluded.start_at, due_at = excluded.due_at
        where excluded.start_at < d.start_at`.execute(db);
  },
  takeDigests: async (limit, at) => {
    const { rows } = await sql<{ userId: UserId; since: Date }>`/* digest-take */
      delete from activity_digest where user_id = any(array(
        select user_id from activity_digest where due_at <= ${at} order by due_at limit ${limit} for update skip locked
      ))
      returning user_id as "userId", since`.execute(db);
    return rows;
  },
  unread: async (user, since, limit) => {
    const { rows } = await sql<NoticeRow>`/* digest-notices */
      select ${noticeColumns} from notice n join notice_content c on c.id = n.content_id
      left join notice_settings s on s.user_id = n.user_id
      where n.user_id = ${user} and n.read_at is null and n.activity_of is not null and n.created_at >= ${since}
        and coalesce(s.activity, 'daily') = 'daily' and ${isNoticeShown}
      order by c.event ->> 'startAt', n.id limit ${limit}`.execute(db);
    return rows.map(toNotice);
  },
});
