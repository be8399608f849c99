import {
  type EventId,
  type EventInviteItem,
  type Invitation,
  type InvitationCatalog,
  type InvitedEvent,
  invitationState,
  type Location,
  type MyInvite,
  offsetOf,
  type StoredMail,
  type TokenHolder,
  type UserId,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { invitationColumns } from './invitation-rows.ts';

export const postgresInvitationCatalog = (db: Database): InvitationCatalog => ({
  openOf: async (user, page, at) => {
    const rows = await db
      .selectFrom('invitation as i')
      .innerJoin('event as e', 'e.id', 'i.event_id')
      .innerJoin('app_user as o', 'o.id', 'e.organizer_id')
      .select(['i.id', 'i.token', 'i.created_at as createdAt', 'e.id as eventId', 'e.title'])
      .select(['e.start_at as startAt', 'e.cover_url as coverUrl', 'o.name as organizerName'])
      .select(placeColumns)
      .where('i.kind', '=', 'user')
      .where('i.user_id', '=', user)
      .where(isOpen(at))
      .where(sql<boolean>`not exists (
        select from blocked_user b where b.user_id = ${user} and b.blocked_id = e.organizer_id
      )`)
      .orderBy('e.start_at')
      .orderBy('i.id')
      .offset(offsetOf(page))
      .limit(page.limit)
      .$castTo<OpenRow>()
      .execute();
    return rows.map(
      ({ id, token, createdAt, eventId, title, startAt, coverUrl, organizerName, ...place }): MyInvite => ({
        id,
        token,
        event: {
          id: eventId,
          title,
          startAt,
          coverUrl,
          organizer: { name: organizerName },
          ...placeOf(place),
        },
        state: 'pending',
        createdAt,
      }),
    );
  },
  byToken: async (token) => {
    const { rows } = await sql<HolderRow>`/* invitation-by-token */
      select held.kind as holder, e.id as "ofEvent", e.organizer_id as "organizerId", e.title,
        e.start_at as "startAt", e.end_at as "endAt", e.cover_url as "coverUrl", e.status,
        e.sequence, e.updated_at as "updatedAt",
        e.address, e.lat, e.lng, e.time_zone as "timeZone", o.name as "organizerName", o.avatar as "organizerAvatar", ${invitationColumns}
      from (
        select 'personal' as kind, event_id, id from invitation where token = ${token}
        union all select 'link', event_id, null from invite_link where token = ${token}
        union all select 'retired', event_id, null from retired_token where token = ${token}
      ) held
        join event e on e.id = held.event_id
        join app_user o on o.id = e.organizer_id
        left join invitation i on i.id = held.id
      limit 1`.execute(db);
    return rows[0] ? toHolder(rows[0]) : null;
  },
  ofEvent: async (event, page, at) => {
    const { rows } = await items(
      sql`i.event_id = ${event} order by i.created_at desc, i.id desc
        offset ${offsetOf(page)} limit ${page.limit}`,
    ).execute(db);
    const { total } = await db
      .selectFrom('invitation')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('event_id', '=', event)
      .executeTakeFirstOrThrow();
    return { ...page, items: rows.map((row) => toItem(row, at)), total };
  },
  item: async (id, at) => {
    const { rows } = await items(sql`i.id = ${id}`).execute(db);
    return rows[0] ? toItem(rows[0], at) : null;
  },
  mailOf: async (id, sending, at) => {
    const row = await db
      .selectFrom('invitation as i')
      .innerJoin('event as e', 'e.id', 'i.event_id')
      .innerJoin('app_user as o', 'o.id', 'e.organizer_id')
      .select(['i.id as invitationId', 'i.sending', 'i.email', 'i.token', 'o.name as organizerName'])
      .select(['e.title', 'e.start_at as startAt', 'e.end_at as endAt'])
      .select(placeColumns)
      .where('i.id', '=', id)
      .where('i.kind', '=', 'email')
      .where('i.sending', '=', sending)
      .where(isOpen(at))
      .$castTo<MailRow>()
      .executeTakeFirst();
    if (!row) return null;
    const { title, startAt, endAt, address, lat, lng, timeZone, ...mail } = row;
    return { ...mail, event: { title, startAt, endAt, ...placeOf({ address, lat, lng, timeZone }) } };
  },
});

/** Whether an invitation can be answered at a time. */
const isOpen = (at: Date): RawBuilder<boolean> =>
  sql`i.state = 'pending' and i.expires_at > ${at} and e.status = 'scheduled'`;

const placeColumns = ['e.address', 'e.lat', 'e.lng', 'e.time_zone as timeZone'] as const;

/** Where an event is, as {@link placeColumns}. */
interface Place extends Location {
  readonly timeZone: string | null;
}

const placeOf = ({ address, lat, lng, timeZone }: Place) => ({ location: { address, lat, lng }, timeZone });

type MailRow = Omit<StoredMail, 'event'> & Omit<StoredMail['event'], 'location'> & Place;

interface OpenRow extends Place, Pick<Invitation, 'id' | 'token' | 'createdAt' | 'eventId'> {
  readonly title: string;
  readonly startAt: Date;
  readonly coverUrl: string | null;
  readonly organizerName: string;
}

interface HolderRow extends Omit<InvitedEvent, 'id' | 'organizer' | 'location'>, Place, Invitation {
  readonly holder: TokenHolder['kind'];
  readonly ofEvent: EventId;
  readonly organizerName: string;
  readonly organizerAvatar: string | null;
}

const toHolder = (row: HolderRow): TokenHolder => {
  const { holder, ofEvent, organizerId, title, startAt, endAt, coverUrl, status, sequence, updatedAt } = row;
  const { organizerName, organizerAvatar, ...invitation } = row;
  if (holder === 'retired') return { kind: holder };
  const organizer = { name: organizerName, avatar: organizerAvatar };
  const event = {
    id: ofEvent,
    organizerId,
    title,
    startAt,
    endAt,
    coverUrl,
    status,
    sequence,
    updatedAt,
    organizer,
    ...placeOf(row),
  };
  return holder === 'link'
    ? { kind: holder, event }
    : { kind: holder, invitation: toInvitation(invitation), event };
};

const toInvitation = (row: Invitation): Invitation => {
  const { id, eventId, kind, userId, email, token, state, delivery, sending } = row;
  const { sentAt, createdAt, expiresAt, acceptedAt } = row;
  const times = { sentAt, createdAt, expiresAt, acceptedAt };
  return { id, eventId, kind, userId, email, token, state, delivery, sending, ...times };
};

interface ItemRow
  extends Pick<Invitation, 'id' | 'kind' | 'email' | 'state' | 'delivery' | 'createdAt' | 'expiresAt'> {
  readonly invited: UserId | null;
  readonly name: string;
  readonly username: string;
  readonly avatar: string | null;
}

const items = (condition: RawBuilder<unknown>): RawBuilder<ItemRow> => sql<ItemRow>`
  select i.id, i.kind, i.email, i.state, i.delivery, i.created_at as "createdAt", i.expires_at as "expiresAt",
    u.id as invited, u.name, u.username, u.avatar
  from invitation i left join app_user u on u.id = i.user_id where ${condition}`;

const toItem = (row: ItemRow, at: Date): EventInviteItem => {
  const { id, kind, email, delivery, createdAt, expiresAt, invited, name, username, avatar } = row;
  return {
    id,
    kind,
    user: invited === null ? null : { id: invited, name, username, avatar },
    email,
    state: invitationState(row, at),
    delivery,
    createdAt,
    expiresAt,
  };
};
