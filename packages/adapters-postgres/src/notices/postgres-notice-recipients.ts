import {
  defaultNoticeSettings,
  type EventId,
  type NoticeRecipients,
  type NoticeSettings,
  type NoticeSettingsStore,
  type Recipients,
  type UserId,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { isDeviceAlive } from '../devices/device-rows.ts';

const leastId = '00000000-0000-0000-0000-000000000000';

type Source = RawBuilder<unknown>;

/** The tables that candidates come from: each gives `user_id`, read in its order by an index. */
const sourcesOf = (recipients: Recipients, at: Date): readonly Source[] => {
  switch (recipients.to) {
    case 'user':
      return [sql`select id as user_id from app_user where id = ${recipients.userId}`];
    case 'guest-list':
      return [sql`select user_id from guest_list where list_id = ${recipients.listId}`];
    case 'guests':
      return [rsvps(recipients.eventId, ['going', 'interested']), bookings(recipients.eventId)];
    case 'guests-to-remind':
      return [rsvps(recipients.eventId, ['going']), bookings(recipients.eventId)];
    case 'invitees':
      return [sql`${invitees(recipients.eventId)} and sent_at = ${recipients.sentAt} and state <> 'revoked'`];
    case 'audience': {
      const { eventId, groups } = recipients;
      const states = groups.filter((group) => group === 'going' || group === 'interested');
      return [
        ...(states.length > 0 ? [rsvps(eventId, states)] : []),
        ...(groups.includes('booked') ? [sql`${bookings(eventId)} and status = 'confirmed'`] : []),
        ...(groups.includes('waitlisted') ? [sql`${bookings(eventId)} and status = 'waitlisted'`] : []),
        ...(groups.includes('invited')
          ? [sql`${invitees(eventId)} and state = 'pending' and expires_at > ${at}`]
          : []),
      ];
    }
  }
};

const rsvps = (event: string, states: readonly string[]): Source =>
  sql`select user_id from rsvp where event_id = ${event} and state = any(${[...states]}::text[])`;
const bookings = (event: string): Source => sql`select user_id from booking where event_id = ${event}`;
const invitees = (event: string): Source =>
  sql`select user_id from invitation where event_id = ${event} and kind = 'user'`;

/** Whether the guest `g` is going to an event, or has booked. */
const comesTo = (event: string): Source =>
  sql`(exists (select from rsvp r where r.event_id = ${event} and r.user_id = g.user_id and r.state = 'going')
    or exists (select from booking b where b.event_id = ${event} and b.user_id = g.user_id))`;

/** Which candidates are recipients. */
const conditionOf = (recipients: Recipients): Source => {
  if (recipients.to === 'guests-to-remind')
    return sql`${recipients.minutes}::int = any(coalesce(
      (select s.reminders from notice_settings s where s.user_id = p.user_id),
      ${[...defaultNoticeSettings.reminders]}::int[]))`;
  if (recipients.to === 'audience')
    return sql`p.user_id <> ${recipients.authorId} and not exists (
      select from blocked_user b where b.user_id = p.user_id and b.blocked_id = ${recipients.organizerId}
    )`;
  return sql`true`;
};

export const postgresNoticeRecipients = (db: Database): NoticeRecipients => ({
  page: async (recipients, after, limit, at) => {
    const sources = sourcesOf(recipients, at);
    if (sources.length === 0) return { users: [], last: null };
    const parts = sources.map(
      (source) => sql`(select * from (${source}) s where user_id > ${after ?? leastId}::uuid
        order by user_id limit ${limit})`,
    );
    const { rows } = await sql<{ id: UserId; isRecipient: boolean }>`
      select p.user_id as id, ${conditionOf(recipients)} as "isRecipient" from (
        select user_id from (${sql.join(parts, sql` union `)}) u order by user_id limit ${limit}
      ) p order by p.user_id`.execute(db);
    return {
      users: rows.filter(({ isRecipient }) => isRecipient).map(({ id }) => id),
      last: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    };
  },
  pageOfEvents: async (events, after, limit) => {
    const { rows } = await sql<{ userId: UserId; eventId: EventId }>`/* notice-guests-of-events */
      select distinct on (g.user_id) g.user_id as "userId", e.id as "eventId"
      from unnest(${[...events]}::uuid[]) with ordinality e (id, nr), lateral (
        (
          select user_id from rsvp where event_id = e.id and user_id > ${after ?? leastId}::uuid
          order by user_id limit ${limit}
        )
        union all
        (
          select user_id from booking where event_id = e.id and user_id > ${after ?? leastId}::uuid
          order by user_id limit ${limit}
        )
      ) g
      order by g.user_id, e.nr limit ${limit}`.execute(db);
    return { guests: rows, last: rows.length === limit ? (rows.at(-1)?.userId ?? null) : null };
  },
  count: async (recipients, at) => {
    const sources = sourcesOf(recipients, at);
    if (sources.length === 0) return 0;
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from (${sql.join(sources, sql` union `)}) p
      where ${conditionOf(recipients)}`.execute(db);
    return rows[0]?.total ?? 0;
  },
  keepGuests: async (listId, event) => {
    await sql`/* guest-list */
      insert into guest_list (list_id, user_id, invitation_id, email, is_coming)
      select distinct on (g.user_id) ${listId}::uuid, g.user_id, i.id, i.email, ${comesTo(event)} from (
        ${rsvps(event, ['going', 'interested'])} union ${bookings(event)}
      ) g
      left join invitation i on i.event_id = ${event} and i.accepted_by = g.user_id and i.kind = 'email'
      order by g.user_id, i.id`.execute(db);
  },
  withoutAddress: async (users, event, listId, at) => {
    if (users.length === 0) return [];
    const { rows } = await sql<{ id: UserId }>`/* notice-without-address */
      select g.user_id as id from unnest(${[...users]}::uuid[]) g (user_id)
      join app_user u on u.id = g.user_id and u.email is null
      where not exists (
        select from device d join session s on s.id = d.session_id
        where d.user_id = g.user_id and ${isDeviceAlive(at)}
      ) and (
        ${comesTo(event)} or exists (
          select from guest_list l where l.list_id = ${listId} and l.user_id = g.user_id and l.is_coming
        )
      )
      order by g.user_id`.execute(db);
    return rows.map(({ id }) => id);
  },
  mailboxes: async (users) => {
    if (users.length === 0) return [];
    const { rows } = await sql<{
      userId: UserId;
      invitationId: string | null;
      email: string;
    }>`/* notice-mailboxes */
      select distinct on (m.user_id, m.email) m.user_id as "userId", m.id as "invitationId", m.email
      from (
        select id as user_id, email, null::uuid as id from app_user
        where id = any(${[...users]}::uuid[]) and email is not null
        union all
        select a.user_id, a.email, a.id from (
          select accepted_by as user_id, email, id from invitation
          where accepted_by = any(${[...users]}::uuid[]) and kind = 'email'
          union all
          select user_id, email, invitation_id from guest_list
          where user_id = any(${[...users]}::uuid[]) and email is not null
        ) a
        where not exists (select from app_user u where u.id = a.user_id and u.email is not null)
          and not exists (select from app_user o where o.email = a.email)
      ) m
      left join notice_settings s on s.user_id = m.user_id
      where coalesce(s.email, true)
      order by m.user_id, m.email, m.id`.execute(db);
    return rows;
  },
});

const settingsOf = async (db: Database, user: UserId): Promise<NoticeSettings> => {
  const row = await db
    .selectFrom('notice_settings')
    .select(['email', 'reminders', 'activity', 'push', 'push_preview as pushPreview'])
    .where('user_id', '=', user)
    .executeTakeFirst();
  return row ?? defaultNoticeSettings;
};

export const postgresNoticeSettings = (db: Database): NoticeSettingsStore => ({
  of: (user) => settingsOf(db, user),
  save: async (user, { email, reminders, activity = null, push = null, pushPreview = null }) => {
    const { rows } = await sql<NoticeSettings>`/* notice-settings-save */
      with offsets as (
        insert into reminder_offset select distinct unnest(${[...reminders]}::int[]) order by 1
        on conflict do nothing
      )
      insert into notice_settings as s (user_id, email, reminders, activity, push, push_preview)
      select id, ${email}, ${[...reminders]}::int[], coalesce(${activity}::text, 'daily'), coalesce(${push}::boolean, true),
        coalesce(${pushPreview}::text, 'title')
      from app_user where id = ${user} and erased_at is null for key share
      on conflict (user_id) do update set email = excluded.email, reminders = excluded.reminders,
        activity = coalesce(${activity}::text, s.activity), push = coalesce(${push}::boolean, s.push),
        push_preview = coalesce(${pushPreview}::text, s.push_preview)
      returning email, reminders, activity, push, push_preview as "pushPreview"`.execute(db);
    // What changes nothing is not written, and returns no row.
    return rows[0] ?? { ...(await settingsOf(db, user)), email, reminders };
  },
});
