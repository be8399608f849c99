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
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export const postgresInvitationCatalog = (db: Database): InvitationCatalog => ({
  openOf: async (user, page, at) => {
    const { rows } = await sql<OpenRow>`/* invitations-open */
      select i.id, i.token, i.created_at as "createdAt", e.id as "eventId", e.title, e.start_at as "startAt",
        e.end_at as "endAt", e.is_all_day as "isAllDay", e.cover_url as "coverUrl", o.name as "organizerName",
        e.address, e.lat, e.lng, e.time_zone as "timeZone"
      from invitation i
        join event e on e.id = i.event_id
        join app_user o on o.id = e.organizer_id
      where i.kind = 'user' and i.user_id = ${user} and i.state = 'pending' and i.expires_at > ${at}
        and e.status = 'scheduled' and e.take_down is null
        and not exists (
          select from blocked_user b where b.user_id = ${user} and b.blocked_id = e.organizer_id
        )
      order by e.start_at, i.id
      offset ${offsetOf(page)} limit ${page.limit}`.execute(db);
    return rows.map(({ id, token, createdAt, eventId, organizerName, ...event }): MyInvite => {
      const { title, startAt, endAt, isAllDay, coverUrl } = event;
      const organizer = { name: organizerName };
      return {
        ...{ id, token, state: 'pending', createdAt },
        event: { id: eventId, title, startAt, endAt, isAllDay, coverUrl, organizer, ...placeOf(event) },
      };
    });
  },
  byToken: async (token) => {
    const { rows } = await sql<HolderRow>`/* invitation-by-token */
      select held.kind as holder, e.id as "ofEvent", e.organizer_id as "organizerId", e.title,
        e.start_at as "startAt", e.end_at as "endAt", e.is_all_day as "isAllDay", e.cover_url as "coverUrl", e.status, e.rsvp_until as "rsvpUntil", e.attendance,
        e.sequence, e.updated_at as "updatedAt", e.address, e.lat, e.lng, e.time_zone as "timeZone",
        o.name as "organizerName", o.avatar as "organizerAvatar",
        i.id, i.event_id as "eventId", i.kind, coalesce(i.user_id, i.accepted_by) as "userId", i.email,
        i.token, i.state, i.delivery, i.sending, i.sent_at as "sentAt", i.created_at as "createdAt",
        i.expires_at as "expiresAt", i.accepted_at as "acceptedAt"
      from (
        select 'personal' as kind, event_id, id from invitation where token = ${token}
        union all select 'link', event_id, null from invite_link where token = ${token}
        union all select 'retired', event_id, null from retired_token where token = ${token}
      ) held
        join event e on e.id = held.event_id
        join app_user o on o.id = e.organizer_id
        left join invitation i on i.id = held.id
      where e.take_down is null
      limit 1`.execute(db);
    return rows[0] ? toHolder(rows[0]) : null;
  },
  ofEvent: async (event, page, at) => {
    const { rows } = await sql<ItemRow>`/* invitations-of-event */
      select i.id, i.kind, i.email, i.state, i.delivery, i.created_at as "createdAt",
        i.expires_at as "expiresAt", u.id as "inviteeId", u.name, u.username, u.avatar
      from invitation i left join app_user u on u.id = i.user_id
      where i.event_id = ${event}
      order by i.created_at desc, i.id desc
      offset ${offsetOf(page)} limit ${page.limit}`.execute(db);
    const { total } = await db
      .selectFrom('invitation')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('event_id', '=', event)
      .executeTakeFirstOrThrow();
    return { ...page, items: rows.map((row) => toItem(row, at)), total };
  },
  item: async (id, at) => {
    const { rows } = await sql<ItemRow>`/* invitation-item */
      select i.id, i.kind, i.email, i.state, i.delivery, i.created_at as "createdAt",
        i.expires_at as "expiresAt", u.id as "inviteeId", u.name, u.username, u.avatar
      from invitation i left join app_user u on u.id = i.user_id
      where i.id = ${id}`.execute(db);
    return rows[0] ? toItem(rows[0], at) : null;
  },
  mailOf: async (id, sending, at) => {
    const { rows } = await sql<MailRow>`/* invitation-mail */
      select i.id as "invitationId", i.sending, i.email, i.token, o.name as "organizerName", o.locale, e.title,
        e.start_at as "startAt", e.end_at as "endAt", e.is_all_day as "isAllDay", e.address, e.lat, e.lng, e.time_zone as "timeZone"
      from invitation i
        join event e on e.id = i.event_id
        join app_user o on o.id = e.organizer_id
      where i.id = ${id} and i.kind = 'email' and i.sending = ${sending}
        and i.state = 'pending' and i.expires_at > ${at} and e.status = 'scheduled' and e.take_down is null`.execute(
      db,
    );
    const [row] = rows;
    if (!row) return null;
    const { title, startAt, endAt, isAllDay, address, lat, lng, timeZone, ...mail } = row;
    return {
      ...mail,
      event: { title, startAt, endAt, isAllDay, ...placeOf({ address, lat, lng, timeZone }) },
    };
  },
});

/** Where an event is. */
interface Place extends Location {
  readonly timeZone: string;
}

const placeOf = ({ address, lat, lng, timeZone }: Place) => ({ location: { address, lat, lng }, timeZone });

type MailRow = Omit<StoredMail, 'event'> & Omit<StoredMail['event'], 'location'> & Place;

interface OpenRow extends Place, Pick<Invitation, 'id' | 'token' | 'createdAt' | 'eventId'> {
  readonly title: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly isAllDay: boolean;
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
  const { holder, ofEvent, organizerId, title, startAt, endAt, coverUrl, status, rsvpUntil, attendance } =
    row;
  const { isAllDay, sequence, updatedAt } = row;
  const { organizerName, organizerAvatar, ...invitation } = row;
  if (holder === 'retired') return { kind: holder };
  const organizer = { name: organizerName, avatar: organizerAvatar };
  const event = {
    id: ofEvent,
    organizerId,
    title,
    startAt,
    endAt,
    isAllDay,
    coverUrl,
    status,
    rsvpUntil,
    attendance,
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
  readonly inviteeId: UserId | null;
  readonly name: string;
  readonly username: string;
  readonly avatar: string | null;
}

const toItem = (row: ItemRow, at: Date): EventInviteItem => {
  const { id, kind, email, delivery, createdAt, expiresAt, inviteeId, name, username, avatar } = row;
  return {
    id,
    kind,
    user: inviteeId === null ? null : { id: inviteeId, name, username, avatar },
    email,
    state: invitationState(row, at),
    delivery,
    createdAt,
    expiresAt,
  };
};
