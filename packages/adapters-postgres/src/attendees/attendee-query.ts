import {
  type Attendee,
  type AttendeeTies,
  type Booking,
  type EventId,
  offsetOf,
  type Page,
  type PublicUser,
  type UserId,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/** On every row; a page without attendees is one row without an id. */
export interface TotalRow {
  readonly total: number;
  readonly id: Attendee['user']['id'] | null;
}

/** An attendee of the page. */
export interface AttendeeRow extends PublicUser, AttendeeTies {
  readonly rsvp: Attendee['rsvp'];
  readonly booking: (Omit<Booking, 'createdAt'> & { readonly createdAt: string }) | null;
}

/** Which attendees: a page with the total, those after a user, or one. */
export type Part =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'after'; readonly user: UserId | null; readonly most: number }
  | { readonly kind: 'one'; readonly user: UserId };

/**
 * The RSVPs are counted from the event's statistics and read in the order of their primary key up to the end of the
 * page; of the others, who were let in and gave no response, all are looked through.
 */
export const attendeeQuery = (
  event: EventId,
  rsvp: Attendee['rsvp'],
  part: Part,
  at: Date,
): RawBuilder<TotalRow & Partial<AttendeeRow>> => {
  const ofState = rsvp === null ? sql`` : sql`and r.state = ${rsvp}`;
  const rsvpCount = rsvp === null ? sql`s.going + s.interested` : sql.ref(`s.${rsvp}`);
  const isPage = part.kind === 'page';
  const { offset, limit } = bounds(part);
  const upTo = offset + limit;
  const isOne = part.kind === 'one';
  const after = part.kind === 'after' ? part.user : null;
  /** Narrows to the part, by the column of the user. */
  const inPart = (user: string) => {
    if (isOne) return sql`and ${sql.ref(user)} = ${part.user}`;
    return after === null ? sql`` : sql`and ${sql.ref(user)} > ${after}`;
  };
  const managers = sql`(select ids from managers)::uuid[]`;
  return sql<TotalRow & Partial<AttendeeRow>>`
    with managers as materialized (
      select organizer_id || array(select user_id from event_admin where event_id = ${event}) as ids
      from event where id = ${event}
    ),
    other_rows as materialized (
      select user_id from (
        select user_id from link_join where event_id = ${event}
        union
        select user_id from booking where event_id = ${event}
        union
        select coalesce(user_id, accepted_by) from invitation
        where event_id = ${event} and (state = 'accepted' or state = 'pending' and expires_at > ${at})
      ) tied
      where ${rsvp === null} and user_id <> all(${managers}) and not exists (
        -- The offset makes it a probe for each row, which does not read all responses to the event.
        select from rsvp r where r.event_id = ${event} and r.user_id = tied.user_id offset 0
      )
    ),
    page as (
      select user_id from (
        (
          select r.user_id from rsvp r
          where r.event_id = ${event} and r.user_id <> all(${managers}) ${ofState} ${inPart('r.user_id')}
          order by r.user_id limit ${upTo}
        )
        union all
        (select user_id from other_rows where true ${inPart('user_id')} order by user_id limit ${upTo})
      ) people
      order by user_id offset ${offset} limit ${limit}
    ),
    total as (
      select case when ${isPage} then ${rsvpCount} - (
        select count(*) from rsvp r where r.event_id = ${event} and r.user_id = any(${managers}) ${ofState}
      )::int + (select count(*) from other_rows)::int else 0 end as total
      from event_stats s where s.event_id = ${event}
    )
    select total.total, item.*
    from total left join (
      select u.id, u.name, u.username, u.avatar, r.state as rsvp, r.responded_at as "respondedAt",
        j.joined_at as "joinedAt", i.at as "invitedAt", b.created_at as "bookedAt",
        case when b.id is not null then json_build_object(
          'id', b.id, 'quantity', b.quantity, 'status', b.status, 'createdAt', b.created_at,
          'position', case when b.place is not null then (
            select count(*) from booking q
            where q.event_id = ${event} and q.status = 'waitlisted' and q.place <= b.place
          ) end
        ) end as booking
      from page
        join app_user u on u.id = page.user_id
        join event e on e.id = ${event}
        left join lateral (
          select state, responded_at from rsvp where event_id = ${event} and user_id = page.user_id offset 0
        ) r on true
        left join lateral (
          select * from booking where event_id = ${event} and user_id = page.user_id offset 0
        ) b on true
        left join lateral (
          select joined_at from link_join where event_id = ${event} and user_id = page.user_id offset 0
        ) j on true
        left join lateral (
          select min(coalesce(accepted_at, sent_at)) as at from (
            select state, sent_at, expires_at, accepted_at from invitation
            where event_id = ${event} and kind = 'user' and user_id = page.user_id
            union all select state, sent_at, expires_at, accepted_at from invitation
            where event_id = ${event} and accepted_by = page.user_id
          ) held
          where state = 'accepted' or accepted_at is not null or state = 'pending' and expires_at > ${at}
            or e.visibility = 'private' and j.joined_at is null
        ) i on true
    ) item on true
    order by item.id`;
};

const bounds = (part: Part): { readonly offset: number; readonly limit: number } => {
  if (part.kind === 'page') return { offset: offsetOf(part.page), limit: part.page.limit };
  return { offset: 0, limit: part.kind === 'one' ? 1 : part.most };
};
