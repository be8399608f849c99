import {
  type NoticeStore,
  type NoticeToAdd,
  type NoticeToMail,
  offsetOf,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { onlineUrlFor } from '../events/online-url.ts';
import {
  type ContentRow,
  contentColumns,
  isNoticeShown,
  type NoticeRow,
  noticeColumns,
  toContent,
  toNotice,
} from './notice-rows.ts';
import { seriesDatesOf } from './series-dates.ts';

/** Rows of one statement at most. */
const batchSize = 5_000;

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
  add: async (contentId, notices, at, isMailOnly = false) => {
    if (notices.length === 0) return [];
    const { rows } = await sql<NoticeToAdd>`/* notice-add */
      with added as (
        insert into notice (id, content_id, user_id, created_at, is_mail_only)
        select n.id, ${contentId}, u.id, ${at}, ${isMailOnly}
        from unnest(${notices.map(({ id }) => id)}::uuid[], ${notices.map(({ userId }) => userId)}::uuid[])
          n (id, user_id)
        join app_user u on u.id = n.user_id and u.erased_at is null
        order by u.id for key share of u
        on conflict (content_id, user_id) do nothing
        returning id, content_id, user_id
      )
      select n.id, n.user_id as "userId" from added n join notice_content c on c.id = n.content_id
      where ${isNoticeShown}`.execute(db);
    return rows;
  },
  list: async (user, page) => {
    const { rows } = await sql<{ total: number; unread: number }>`/* notice-list */
      select count(*)::int as total, count(*) filter (where n.read_at is null)::int as unread
      from notice n join notice_content c on c.id = n.content_id
      where n.user_id = ${user} and not n.is_mail_only and ${isNoticeShown}`.execute(db);
    const { rows: items } = await sql<NoticeRow>`/* notice-page */
      select ${noticeColumns} from notice n join notice_content c on c.id = n.content_id
      where n.user_id = ${user} and not n.is_mail_only and ${isNoticeShown}
      order by n.created_at desc, n.id desc limit ${page.limit} offset ${offsetOf(page)}`.execute(db);
    const { total, unread } = rows[0] ?? { total: 0, unread: 0 };
    return { ...page, total, unread, items: items.map(toNotice) };
  },
  markRead: async (user, before, at) => {
    await sql`/* notice-read */
      with unread as materialized (
        select n.id from notice n join notice_content c on c.id = n.content_id
        where n.user_id = ${user} and n.created_at <= ${before} and n.read_at is null and ${isNoticeShown}
        order by n.id for no key update of n
      )
      update notice n set read_at = ${at} from unread u
      where n.id = u.id and n.created_at <= ${before} and n.read_at is null`.execute(db);
  },
  mailOf: async (noticeId, invitationId) => {
    const { rows } = await sql<
      NoticeRow &
        Pick<NoticeToMail, 'email' | 'locale' | 'organizerName' | 'onlineUrl' | 'invitationToken'> & {
          readonly userId: UserId;
        }
    >`/* notice-mail */
      select ${noticeColumns}, n.user_id as "userId", m.email, u.locale, coalesce(o.name, '') as "organizerName",
        case when e.status = 'scheduled' then ${onlineUrlFor(sql`n.user_id`)} end as "onlineUrl",
        i.token as "invitationToken"
      from notice n
      join notice_content c on c.id = n.content_id
      join lateral (
        select email from app_user where id = n.user_id and email is not null and ${invitationId}::uuid is null
        union all
        select a.email from (
          select email from invitation
          where id = ${invitationId} and accepted_by = n.user_id and kind = 'email'
          union all
          select email from guest_list
          where user_id = n.user_id and invitation_id = ${invitationId} and email is not null
        ) a
        where not exists (select from app_user o where o.email = a.email and o.id <> n.user_id)
        limit 1
      ) m on true
      join app_user u on u.id = n.user_id
      left join notice_settings s on s.user_id = n.user_id
      left join event e on e.id = (c.event ->> 'id')::uuid
      left join app_user o on o.id = e.organizer_id
      left join invitation i on c.kind = 'invitation_received' and i.event_id = e.id and i.user_id = n.user_id
        and i.kind = 'user' and i.state = 'pending'
      where n.id = ${noticeId} and coalesce(s.email, true) and ${isNoticeShown}`.execute(db);
    const [row] = rows;
    if (!row) return null;
    const { email, locale, organizerName, onlineUrl, invitationToken, userId } = row;
    const notice = toNotice(row);
    const seriesDates = await seriesDatesOf(db, notice, userId);
    return { notice, email, locale, organizerName, onlineUrl, invitationToken, seriesDates };
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
