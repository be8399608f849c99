import {
  type Attendee,
  type AttendeeStore,
  type AttendeeTies,
  offsetOf,
  type PublicUser,
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
}

/**
 * The RSVPs are counted from the event's statistics and read in the order of their primary key up to the end of the
 * page; of the others, who were let in and gave no response, all are looked through.
 */
export const attendeeQuery = (
  ...[event, rsvp, page, at]: Parameters<AttendeeStore['list']>
): RawBuilder<TotalRow & Partial<AttendeeRow>> => {
  const ofState = rsvp === null ? sql`` : sql`and r.state = ${rsvp}`;
  const counted = rsvp === null ? sql`s.going + s.interested` : sql.ref(`s.${rsvp}`);
  const upTo = page.page * page.limit;
  const managers = sql`(select ids from managers)::uuid[]`;
  return sql<TotalRow & Partial<AttendeeRow>>`
    with managers as materialized (
      select organizer_id || array(select user_id from event_admin where event_id = ${event}) as ids
      from event where id = ${event}
    ),
    others as materialized (
      select user_id from (
        select user_id from link_join where event_id = ${event}
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
          where r.event_id = ${event} and r.user_id <> all(${managers}) ${ofState}
          order by r.user_id limit ${upTo}
        )
        union all
        (select user_id from others order by user_id limit ${upTo})
      ) people
      order by user_id offset ${offsetOf(page)} limit ${page.limit}
    ),
    total as (
      select ${counted} - (
        select count(*) from rsvp r where r.event_id = ${event} and r.user_id = any(${managers}) ${ofState}
      )::int + (select count(*) from others)::int as total
      from event_stats s where s.event_id = ${event}
    )
    select total.total, item.*
    from total left join (
      select u.id, u.name, u.username, u.avatar, r.state as rsvp, r.responded_at as "respondedAt",
        j.joined_at as "joinedAt", i.at as "invitedAt"
      from page
        join app_user u on u.id = page.user_id
        join event e on e.id = ${event}
        left join lateral (
          select state, responded_at from rsvp where event_id = ${event} and user_id = page.user_id offset 0
        ) r on true
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
