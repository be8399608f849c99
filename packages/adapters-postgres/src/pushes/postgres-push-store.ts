import {
  type Device,
  type PushStore,
  type PushTarget,
  type PushToSend,
  toldOfTakenDown,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { deviceColumns, isDeviceAlive } from '../devices/device-rows.ts';
import { visibleTo } from '../events/visible-to.ts';
import { isNoticeShown, type NoticeRow, noticeColumns, toNotice } from '../notices/notice-rows.ts';

type ClaimRow = NoticeRow &
  Pick<PushToSend, 'locale' | 'preview' | 'unread'> & {
    readonly device: Device;
    readonly title: string | null;
  };

/** Whether the user of the notice `n`, of the content `c`, may still hear of its event `e`. */
const mayHear = (at: Date) => sql`(
  c.event is null
  or c.kind = any(${[...toldOfTakenDown]}::text[]) and (c.kind = 'guest_removed' or not ${isOut})
  or ${visibleTo(sql`n.user_id`, at)} and not ${isOut}
    and (c.kind <> 'event_reminder' or e.status = 'scheduled' and e.start_at = (c.event ->> 'startAt')::timestamptz)
)`;
const isOut = sql`exists (select from removed_guest g where g.event_id = e.id and g.user_id = n.user_id)`;

/** A push to send, and since when it is told. */
export interface PushClaim {
  readonly noticeId: string;
  readonly deviceId: string;
  readonly at: Date;
}

const toPush = (row: ClaimRow): PushToSend => {
  const { title, device, locale, preview, unread } = row;
  const notice = toNotice(row);
  const event = notice.event && title !== null ? { ...notice.event, title } : notice.event;
  const [createdAt, lastSeenAt] = [new Date(device.createdAt), new Date(device.lastSeenAt)];
  return {
    notice: { ...notice, event },
    device: { ...device, createdAt, lastSeenAt },
    ...{ locale, preview, unread },
  };
};

/** Claims pushes, as {@link PushStore} says, at most one of a device, in one statement; resolves to each, in their order. */
export const claimPushes = async (
  db: Database,
  claims: readonly PushClaim[],
): Promise<readonly (PushToSend | null)[]> => {
  const input = claims.map(({ noticeId, deviceId, at }, nr) => ({
    ...{ nr, notice_id: noticeId, device_id: deviceId },
    claimed_at: at,
  }));
  const at = new Date(Math.max(...claims.map((claim) => claim.at.getTime())));
  // A device that another transaction changes or deletes is not waited for: that it was told matters to one that stays as it is.
  const { rows } = await sql<ClaimRow & { readonly nr: number }>`/* push-claim */
    with claimed as materialized (
      select i.nr, i.claimed_at, ${noticeColumns}, n.user_id, d.id as device_id, e.title,
        coalesce(p.push_preview, 'title') as preview, u.locale, (
          select count(*)::int from notice n join notice_content c on c.id = n.content_id
          where n.user_id = d.user_id and n.read_at is null and not n.is_mail_only and ${isNoticeShown}
        ) as unread, to_jsonb(x) as device
      from json_to_recordset(${JSON.stringify(input)}::json) as
        i (nr int, notice_id uuid, device_id uuid, claimed_at timestamptz)
      join notice n on n.id = i.notice_id
      join notice_content c on c.id = n.content_id
      join app_user u on u.id = n.user_id
      join device d on d.user_id = n.user_id and d.id = i.device_id
      join session s on s.id = d.session_id
      left join notice_settings p on p.user_id = n.user_id
      left join event e on e.id = (c.event ->> 'id')::uuid
      cross join lateral (select ${deviceColumns}) x
      where n.read_at is null and not n.is_mail_only and coalesce(p.push, true) and ${isDeviceAlive(at)}
        and ${isNoticeShown} and ${mayHear(at)}
    ),
    free as materialized (
      select d.user_id, d.id, claimed.claimed_at from claimed
      join device d on d.user_id = claimed.user_id and d.id = claimed.device_id
      for no key update of d skip locked
    ),
    mark as (
      update device d set pushed_at = free.claimed_at from free where d.user_id = free.user_id and d.id = free.id
    )
    select * from claimed`.execute(db);
  const pushes = new Map(rows.map((row) => [row.nr, toPush(row)]));
  return claims.map((_, nr) => pushes.get(nr) ?? null);
};

export const postgresPushStore = (db: Database): PushStore => ({
  targets: async (users, at) => {
    if (users.length === 0) return [];
    const { rows } = await sql<PushTarget>`/* push-targets */
      select d.user_id as "userId", d.id, d.platform,
        case when d.platform = 'web' then md5(split_part(d.address, '/', 3))::uuid end as share
      from device d join session s on s.id = d.session_id left join notice_settings p on p.user_id = d.user_id
      where d.user_id = any(${[...users]}::uuid[]) and coalesce(p.push, true) and ${isDeviceAlive(at)}`.execute(
      db,
    );
    return rows;
  },
  claim: async (noticeId, deviceId, at) => (await claimPushes(db, [{ noticeId, deviceId, at }]))[0] ?? null,
  removeDead: async (user, deviceId, at) => {
    await sql`/* push-dead */
      delete from device where user_id = ${user} and id = ${deviceId} and pushed_at = ${at}`.execute(db);
  },
});
