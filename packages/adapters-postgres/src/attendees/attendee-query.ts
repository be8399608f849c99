import {
  type Attendee,
  type AttendeeFilter,
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
  | { readonly kind: 'page'; readonly page: Page; readonly filter: AttendeeFilter }
  | { readonly kind: 'after'; readonly user: UserId | null; readonly most: number }
  | { readonly kind: 'one'; readonly user: UserId };

/** A column as the domain's `fold` has it, in all that names have. */
const folded = (column: RawBuilder<unknown>): RawBuilder<string> => sql`
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(${column}, nfkd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
    'łøđðħŧıŋς', 'loddhtinσ'
  ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate "C"`;

/** Each tie of a user to the event `e`, null where there is none. */
const tiesOf = (event: EventId, user: RawBuilder<unknown>, at: Date): RawBuilder<unknown> => sql`
  left join lateral (
    select state, responded_at from rsvp where event_id = ${event} and user_id = ${user} offset 0
  ) r on true
  left join lateral (
    select * from booking where event_id = ${event} and user_id = ${user} offset 0
  ) b on true
  left join lateral (
    select joined_at from link_join where event_id = ${event} and user_id = ${user} offset 0
  ) j on true
  left join lateral (
    select min(coalesce(accepted_at, sent_at)) as at from (
      select state, sent_at, expires_at, accepted_at from invitation
      where event_id = ${event} and kind = 'user' and user_id = ${user}
      union all select state, sent_at, expires_at, accepted_at from invitation
      where event_id = ${event} and accepted_by = ${user}
    ) held
    where state = 'accepted' or accepted_at is not null or state = 'pending' and expires_at > ${at}
      or e.visibility = 'private' and j.joined_at is null
  ) i on true`;

interface PeopleQuery {
  readonly event: EventId;
  readonly at: Date;
  /** The condition of an RSVP `r`. */
  readonly ofState: RawBuilder<unknown>;
  readonly managers: RawBuilder<unknown>;
}

/** All whom a filter lets through, each with the key of its order: they are gone through, however short the page is. */
const sortedPeople = (
  { words, order }: AttendeeFilter,
  page: Page,
  { event, at, ofState, managers }: PeopleQuery,
): RawBuilder<unknown> => {
  const name = folded(sql`u.name`);
  const keys = {
    id: sql`null::text`,
    name,
    since: sql`coalesce(i.at, j.joined_at, r.responded_at, b.created_at)`,
  };
  // Folded once, however many words are looked for in it.
  const text = words?.length
    ? sql`cross join lateral (select ${folded(sql`u.name || ' ' || u.username`)} as text offset 0) folded`
    : sql``;
  const conditions = words?.map((word) => sql`strpos(folded.text, ${word}) > 0`) ?? [sql`true`];
  return sql`
    people as materialized (
      select tied.user_id, ${keys[order ?? 'id']} as key
      from (
        select r.user_id from rsvp r
        where r.event_id = ${event} and r.user_id <> all(${managers}) ${ofState}
        union all select user_id from other_rows
      ) tied
        join app_user u on u.id = tied.user_id
        join event e on e.id = ${event}
        ${text}
        ${order === 'since' ? tiesOf(event, sql`tied.user_id`, at) : sql``}
      where ${words?.length === 0 ? sql`false` : sql.join(conditions, sql` and `)}
    ),
    page as (
      select user_id, key from people order by key, user_id offset ${offsetOf(page)} limit ${page.limit}
    ),
    total as (select count(*)::int as total from people)`;
};

/** Those of a part by user id: the RSVPs are counted from the event's statistics and read up to the end of the page. */
const peopleById = (
  rsvp: Attendee['rsvp'],
  part: Part,
  { event, ofState, managers }: PeopleQuery,
): RawBuilder<unknown> => {
  const rsvpCount = rsvp === null ? sql`s.going + s.interested` : sql.ref(`s.${rsvp}`);
  const { offset, limit } = bounds(part);
  const upTo = offset + limit;
  const after = part.kind === 'after' ? part.user : null;
  /** Narrows to the part, by the column of the user. */
  const inPart = (user: string) => {
    if (part.kind === 'one') return sql`and ${sql.ref(user)} = ${part.user}`;
    return after === null ? sql`` : sql`and ${sql.ref(user)} > ${after}`;
  };
  return sql`
    page as (
      select user_id, null::text as key from (
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
      select case when ${part.kind === 'page'} then ${rsvpCount} - (
        select count(*) from rsvp r where r.event_id = ${event} and r.user_id = any(${managers}) ${ofState}
      )::int + (select count(*) from other_rows)::int else 0 end as total
      from event_stats s where s.event_id = ${event}
    )`;
};

/** Of those who were let in and gave no response all are looked through. */
export const attendeeQuery = (
  event: EventId,
  part: Part,
  at: Date,
): RawBuilder<TotalRow & Partial<AttendeeRow>> => {
  const filter: AttendeeFilter = part.kind === 'page' ? part.filter : {};
  const { rsvp = null, words, order = 'id' } = filter;
  const ofState = rsvp === null ? sql`` : sql`and r.state = ${rsvp}`;
  const managers = sql`(select ids from managers)::uuid[]`;
  const query = { event, at, ofState, managers };
  const isSorted = part.kind === 'page' && (words !== undefined || order !== 'id');
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
    ${isSorted ? sortedPeople(filter, part.page, query) : peopleById(rsvp, part, query)}
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
        ) end as booking, page.key
      from page
        join app_user u on u.id = page.user_id
        join event e on e.id = ${event}
        ${tiesOf(event, sql`page.user_id`, at)}
    ) item on true
    order by item.key, item.id`;
};

const bounds = (part: Part): { readonly offset: number; readonly limit: number } => {
  if (part.kind === 'page') return { offset: offsetOf(part.page), limit: part.page.limit };
  return { offset: 0, limit: part.kind === 'one' ? 1 : part.most };
};
