import {
  bringListModule,
  type EventDetail,
  type EventId,
  type EventPage,
  maxHostEvents,
  type OwnBooking,
  type Session,
  type SessionId,
  type UserId,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { preparedStatement } from '../connection/prepared-statement.ts';
import type { Database } from '../database.ts';
import {
  type InterestRow,
  ownSummaryColumns,
  type SummaryRow,
  toEventSummary,
  toInterest,
} from '../events/event-rows.ts';
import { onlineUrlFor } from '../events/online-url.ts';
import { visibleTo } from '../events/visible-to.ts';
import { questionsFor } from '../questions/questions-text.ts';
import { sessionColumns } from '../sessions/session-rows.ts';

/** An event, the caller who reads it, and when. */
export interface EventRequest {
  readonly id: EventId;
  readonly caller: UserId | null;
  readonly at: Date;
  /** Whether what the page of the event shows besides is read, too. */
  readonly isPage?: boolean;
}

/** Instants are ISO 8601 texts. */
type Json<Read> = { readonly [Field in keyof Read]: Date extends Read[Field] ? string | null : Read[Field] };

/** What the page of an event shows besides; null where it was not asked. */
interface PageJson {
  readonly host_events: readonly Json<EventPage['hostEvents'][number]>[] | null;
  readonly bring_items: EventPage['bringList'];
}

/** An event in JSON, with the caller's flags. */
export interface EventJson extends SummaryRow, InterestRow, PageJson {
  readonly going_count: number;
  readonly interested_count: number;
  readonly template: string;
  readonly enabled_modules: readonly string[];
  readonly max_per_booking: number;
  readonly has_waitlist: boolean;
  readonly rsvp_until: string | null;
  readonly online_url: string | null;
  readonly questions: EventDetail['questions'];
  readonly missing_answers: number;
  readonly sequence: number;
  readonly updated_at: string;
  readonly organizer: EventDetail['organizer'];
  readonly booked_count: number;
  readonly my_booking: (Omit<OwnBooking, 'createdAt'> & { readonly createdAt: string }) | null;
}

interface Row {
  readonly sessions: readonly Json<Session>[] | null;
  /** In the order of the requests; null for an event that the caller does not see. */
  readonly events: readonly (EventJson | null)[] | null;
}

/** Arrays as PostgreSQL writes them: the driver would quote each id. */
interface Values {
  readonly sessions: string;
  readonly ids: string;
  readonly callers: string;
  readonly pages: string;
  readonly at: Date;
}

/** Events of the host that the page of another one names. */
const isNamed = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  h.visibility = 'public' and h.status = 'scheduled' and h.end_at > ${at} and h.id <> e.id
  and (e.series_id is null or h.series_id is distinct from e.series_id)`;

/** One row in JSON, which costs the driver less than rows of many columns. */
const statement = preparedStatement<Values, Row>({
  name: 'request-reads',
  types: { sessions: 'uuid[]', ids: 'uuid[]', callers: 'uuid[]', pages: 'boolean[]', at: 'timestamptz' },
  body: (parameter) => sql`
    request as (
      select * from unnest(${parameter('ids')}, ${parameter('callers')}, ${parameter('pages')})
        with ordinality request (id, caller, is_page, nr)
    )
    select
      (
        select json_agg(found) from (
          select ${sessionColumns} from session s where s.id = any(${parameter('sessions')}::uuid[])
        ) found
      ) as sessions,
      (
        select json_agg(found order by request.nr) from request left join lateral (
          select ${sql.raw(ownSummaryColumns)}, s.going + s.interested as rsvp_count,
            s.going as going_count, s.interested as interested_count,
            (select r.state from rsvp r where r.user_id = request.caller and r.event_id = e.id) as my_rsvp,
            exists (select from saved v where v.user_id = request.caller and v.event_id = e.id) as is_saved,
            e.template, e.enabled_modules, e.max_per_booking, e.has_waitlist, e.rsvp_until, ${onlineUrlFor(sql`request.caller`)} as online_url,
            asked.questions, asked.missing as missing_answers, e.sequence, e.updated_at,
            json_build_object('id', o.id, 'name', o.name, 'avatar', o.avatar) as organizer,
            s.booked as booked_count,
            (
              select json_build_object('id', b.id, 'quantity', b.quantity, 'status', b.status, 'code', b.code,
                'createdAt', b.created_at, 'position', case when b.place is not null then (
                  select count(*) from booking q
                  where q.event_id = e.id and q.status = 'waitlisted' and q.place <= b.place
                ) end)
              from booking b where b.event_id = e.id and b.user_id = request.caller
            ) as my_booking,
            case when request.is_page then (
              select coalesce(json_agg(h), '[]') from (
                (
                  select h.id, h.title, h.start_at as "startAt", h.end_at as "endAt", h.time_zone as "timeZone"
                  from event h where h.organizer_id = e.organizer_id and ${isNamed(parameter('at'))}
                    and h.start_at >= ${parameter('at')} - interval '1 day'
                  order by h.start_at, h.id limit ${sql.lit(maxHostEvents)}
                )
                union all
                (
                  select h.id, h.title, h.start_at, h.end_at, h.time_zone
                  from event h where h.organizer_id = e.organizer_id and ${isNamed(parameter('at'))}
                    and h.start_at < ${parameter('at')} - interval '1 day'
                  order by h.start_at, h.id limit ${sql.lit(maxHostEvents)}
                )
                limit ${sql.lit(maxHostEvents)}
              ) h
            ) end as host_events,
            case when request.is_page and ${sql.lit(bringListModule)} = any(e.enabled_modules) then (
              select coalesce(json_agg(json_build_object('id', i.id, 'title', i.title, 'quantity', i.quantity,
                'claimed', coalesce((select sum(b.quantity) from bring_claim b where b.item_id = i.id), 0),
                'myClaim', null, 'claims', '[]'::json) order by i.nr), '[]')
              from bring_item i where i.event_id = e.id
            ) end as bring_items
          from event e
            join category c on c.slug = e.category
            join event_stats s on s.event_id = e.id
            join app_user o on o.id = e.organizer_id
            cross join lateral ${sql.raw(questionsFor('request.caller'))} asked
          where e.id = request.id and ${visibleTo(sql`request.caller`, parameter('at'))}
          limit 1
        ) found on true
      ) as events`,
});

/** Reads sessions and events in one statement. */
export const readSessionsAndEvents = async (
  db: Database,
  sessions: readonly SessionId[],
  events: readonly EventRequest[],
) => {
  const [row] = await statement(db, {
    sessions: arrayOf(sessions),
    ids: arrayOf(events.map(({ id }) => id)),
    callers: arrayOf(events.map(({ caller }) => caller ?? 'null')),
    pages: arrayOf(events.map(({ isPage = false }) => `${isPage}`)),
    at: events.at(-1)?.at ?? new Date(0),
  });
  return {
    sessions: new Map(row?.sessions?.map((session) => [session.id, toSession(session)])),
    events: row?.events ?? [],
  };
};

const arrayOf = (ids: readonly string[]): string => `{${ids.join(',')}}`;

const toSession = ({ createdAt, refreshedAt, lastUsedAt, endedAt, ...session }: Json<Session>): Session => ({
  ...session,
  createdAt: new Date(createdAt ?? 0),
  refreshedAt: new Date(refreshedAt ?? 0),
  lastUsedAt: new Date(lastUsedAt ?? 0),
  endedAt: endedAt === null ? null : new Date(endedAt),
});

export const toEventDetail = (row: EventJson): EventDetail => ({
  ...toEventSummary(row),
  ...toInterest(row),
  goingCount: row.going_count,
  interestedCount: row.interested_count,
  template: row.template,
  enabledModules: row.enabled_modules,
  maxPerBooking: row.max_per_booking,
  hasWaitlist: row.has_waitlist,
  onlineUrl: row.online_url,
  questions: row.questions,
  missingAnswers: row.missing_answers,
  rsvpUntil: row.rsvp_until === null ? null : new Date(row.rsvp_until),
  sequence: row.sequence,
  updatedAt: new Date(row.updated_at),
  organizer: row.organizer,
  bookedCount: row.booked_count,
  myBooking: row.my_booking && { ...row.my_booking, createdAt: new Date(row.my_booking.createdAt) },
});

/** A row that was read as a page. */
export const toEventPage = (row: EventJson): EventPage => ({
  ...toEventDetail(row),
  hostEvents: (row.host_events ?? []).map(({ startAt, endAt, ...event }) => ({
    ...event,
    startAt: new Date(startAt ?? 0),
    endAt: new Date(endAt ?? 0),
  })),
  bringList: row.bring_items,
});
