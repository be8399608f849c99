import {
  type Notice,
  type NoticeContent,
  type NoticeEvent,
  type NoticeStore,
  type NoticeToAdd,
  type NoticeToMail,
  offsetOf,
  toldOfTakenDown,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { onlineUrlFor } from '../events/online-url.ts';
import { seriesDatesOf } from './series-dates.ts';

/** Rows of one statement at most. */
const batchSize = 5_000;

type StoredEvent = Omit<NoticeEvent, 'startAt' | 'endAt' | 'isAllDay'> & {
  /** Absent in what was stored before events could be of whole days. */
  readonly isAllDay?: boolean;
  readonly startAt: string;
  readonly endAt: string;
};

type WithStoredEvent<Value> = Omit<Value, 'event'> & { readonly event: StoredEvent | null };
type ContentRow = WithStoredEvent<NoticeContent>;
type NoticeRow = WithStoredEvent<Notice>;

const toEvent = (event: StoredEvent | null): NoticeEvent | null =>
  event && { isAllDay: false, ...event, startAt: new Date(event.startAt), endAt: new Date(event.endAt) };

const toContent = (row: ContentRow): NoticeContent => ({ ...row, event: toEvent(row.event) });

const toNotice = ({ id, kind, event, changes, text, createdAt, readAt }: NoticeRow): Notice => ({
  id,
  kind,
  event: toEvent(event),
  changes,
  text,
  createdAt,
  readAt,
});

const contentColumns = sql`c.id, c.key, c.kind, c.event, c.changes, c.body as text, c.created_at as "createdAt"`;
const noticeColumns = sql`n.id, c.kind, c.event, c.changes, c.body as text, n.created_at as "createdAt",
  n.read_at as "readAt"`;

/** Whether the user of the notice `n` sees it, of the content `c`. */
const isShown = sql`not exists (
  select from event t where t.id = (c.event ->> 'id')::uuid and t.visibility = 'taken_down'
    and t.organizer_id <> n.user_id and c.kind <> all(${[...toldOfTakenDown]}::text[])
)`;

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

export const postgresNoticeStore = (db: Database): NoticeStore => ({
  open: async ({ id, key, kind, event, changes, text, createdAt }) => {
    await sql`/* notice-content-open */
      insert into notice_content (id, key, kind, event, changes, body, created_at)
      values (${id}, ${key}, ${kind}, ${json(event)}::jsonb, ${json(changes)}::jsonb, ${text}, ${createdAt})
      on conflict (key) do nothing`.execute(db);
    const { rows } = await sql<ContentRow>`
      select ${contentColumns} from notice_content c where c.key = ${key}`.execute(db);
    return toContent(rows[0] as ContentRow);
  },
  find: async (id) => {
    const { rows } = await sql<ContentRow>`
      select ${contentColumns} from notice_content c where c.id = ${id}`.execute(db);
    return rows[0] ? toContent(rows[0]) : null;
  },
  add: async (contentId, notices, at) => {
    if (notices.length === 0) return [];
    const { rows } = await sql<NoticeToAdd>`/* notice-add */
      with added as (
        insert into notice (id, content_id, user_id, created_at)
        select n.id, ${contentId}, u.id, ${at}
        from unnest(${notices.map(({ id }) => id)}::uuid[], ${notices.map(({ userId }) => userId)}::uuid[])
          n (id, user_id)
        join app_user u on u.id = n.user_id and u.erased_at is null
        order by u.id
        on conflict (content_id, user_id) do nothing
        returning id, content_id, user_id
      )
      select n.id, n.user_id as "userId" from added n join notice_content c on c.id = n.content_id
      where ${isShown}`.execute(db);
    return rows;
  },
  list: async (user, page) => {
    const { rows } = await sql<{ total: number; unread: number }>`/* notice-list */
      select count(*)::int as total, count(*) filter (where n.read_at is null)::int as unread
      from notice n join notice_content c on c.id = n.content_id
      where n.user_id = ${user} and ${isShown}`.execute(db);
    const { rows: items } = await sql<NoticeRow>`/* notice-page */
      select ${noticeColumns} from notice n join notice_content c on c.id = n.content_id
      where n.user_id = ${user} and ${isShown} order by n.id desc limit ${page.limit} offset ${offsetOf(page)}`.execute(
      db,
    );
    const { total, unread } = rows[0] ?? { total: 0, unread: 0 };
    return { ...page, total, unread, items: items.map(toNotice) };
  },
  markRead: async (user, before, at) => {
    await sql`/* notice-read */
      update notice n set read_at = ${at} from notice_content c
      where c.id = n.content_id and n.user_id = ${user} and n.created_at <= ${before} and n.read_at is null
        and ${isShown}`.execute(db);
  },
  mailOf: async (noticeId, invitationId) => {
    const { rows } = await sql<
      NoticeRow &
        Pick<NoticeToMail, 'email' | 'organizerName' | 'onlineUrl' | 'invitationToken'> & {
          readonly userId: UserId;
        }
    >`/* notice-mail */
      select ${noticeColumns}, n.user_id as "userId", m.email, coalesce(o.name, '') as "organizerName",
        case when e.status = 'scheduled' then ${onlineUrlFor(sql`n.user_id`)} end as "onlineUrl",
        i.token as "invitationToken"
      from notice n
      join notice_content c on c.id = n.content_id
      join lateral (
        select email from invitation
        where id = ${invitationId} and accepted_by = n.user_id and kind = 'email'
        union all
        select email from guest_list
        where user_id = n.user_id and invitation_id = ${invitationId} and email is not null
        limit 1
      ) m on true
      left join notice_settings s on s.user_id = n.user_id
      left join event e on e.id = (c.event ->> 'id')::uuid
      left join app_user o on o.id = e.organizer_id
      left join invitation i on c.kind = 'invitation_received' and i.event_id = e.id and i.user_id = n.user_id
        and i.kind = 'user' and i.state = 'pending'
      where n.id = ${noticeId} and coalesce(s.email, true) and ${isShown}`.execute(db);
    const [row] = rows;
    if (!row) return null;
    const { email, organizerName, onlineUrl, invitationToken, userId } = row;
    const notice = toNotice(row);
    const seriesDates = await seriesDatesOf(db, notice, userId);
    return { notice, email, organizerName, onlineUrl, invitationToken, seriesDates };
  },
  forget: async (before) => {
    const { numAffectedRows: notices = 0n } = await sql`
      delete from notice where id in (
        select id from notice where created_at < ${before} order by created_at limit ${batchSize}
      )`.execute(db);
    const { numAffectedRows: contents = 0n } = await sql`
      delete from notice_content where id in (
        select id from notice_content c where created_at < ${before}
          and not exists (select from notice n where n.content_id = c.id)
        order by created_at limit ${batchSize}
      )`.execute(db);
    return notices >= batchSize || contents >= batchSize;
  },
});
