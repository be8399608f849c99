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
import { snapshotVersion } from '../connection/snapshot-version.ts';
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
import { anonymousQuestions, questionsFor } from '../questions/questions-text.ts';
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
type Json<Value> = {
  readonly [Field in keyof Value]: Date extends Value[Field] ? string | null : Value[Field];
};

/** What the page of an event shows besides; null where it was not asked. */
interface PageJson {
  readonly host_events?: readonly Json<EventPage['hostEvents'][number]>[] | null;
  readonly bring_items?: EventPage['bringList'];
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
  readonly version: string | null;
  readonly sessions: readonly Json<Session>[] | null;
  /** In the order of the requests; null for an event that the caller does not see. */
  readonly events: readonly (EventJson | null)[] | null;
}

/** Arrays as PostgreSQL writes them: the driver would quote each id. */
interface Values {
  readonly sessions: string;
  readonly ids: string;
  readonly callers: string;
  readonly at: Date;
}

const valueTypes = { sessions: 'uuid[]', ids: 'uuid[]', callers: 'uuid[]', at: 'timestamptz' } as const;

/**
 * Sessions and events with the flags of their callers, in one row of JSON, which costs the driver less than rows of many columns.
 * PostgreSQL sets up each part of a statement with every call: what few calls need is in statements of its own.
 */
const readsOfCallers = (
  name: string,
  isVisible: (parameter: (key: keyof Values) => RawBuilder<unknown>) => RawBuilder<boolean>,
) =>
  preparedStatement<Values, Row>({
    name,
    types: valueTypes,
    body: (parameter) => sql`
    request as (
      select * from unnest(${parameter('ids')}, ${parameter('callers')}) with ordinality request (id, caller, nr)
    )
    select null as version,
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
            ) as my_booking
          from event e
            join category c on c.slug = e.category
            join event_stats s on s.event_id = e.id
            join app_user o on o.id = e.organizer_id
            cross join lateral ${sql.raw(questionsFor('request.caller'))} asked
          where e.id = request.id and ${isVisible(parameter)}
          limit 1
        ) found on true
      ) as events`,
  });

/** Most events are public, or are read by their organizers. */
const usualReads = readsOfCallers(
  'request-reads',
  () => sql<boolean>`(e.visibility = 'public' or e.organizer_id = request.caller)`,
);
const privateReads = readsOfCallers('request-reads-private', (parameter) =>
  visibleTo(sql`request.caller`, parameter('at')),
);

/** Events of the host that the page of another one names. */
const isNamed = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  h.visibility = 'public' and h.status = 'scheduled' and h.end_at > ${at} and h.id <> e.id
  and (e.series_id is null or h.series_id is distinct from e.series_id)`;

/** Public events as anonymous callers see them, with what their pages show besides where that is asked. */
const anonymousReads = preparedStatement<
  { readonly ids: string; readonly pages: string; readonly at: Date },
  Row
>({
  name: 'anonymous-reads',
  types: { ids: 'uuid[]', pages: 'boolean[]', at: 'timestamptz' },
  body: (parameter) => sql`
    request as (
      select * from unnest(${parameter('ids')}, ${parameter('pages')}) with ordinality request (id, is_page, nr)
    )
    select ${snapshotVersion} as version, null as sessions,
      (
        select json_agg(found order by request.nr) from request left join lateral (
          select ${sql.raw(ownSummaryColumns)}, s.going + s.interested as rsvp_count,
            s.going as going_count, s.interested as interested_count, null as my_rsvp, false as is_saved,
            e.template, e.enabled_modules, e.max_per_booking, e.has_waitlist, e.rsvp_until, null as online_url,
            asked.questions, asked.missing as missing_answers, e.sequence, e.updated_at,
            json_build_object('id', o.id, 'name', o.name, 'avatar', o.avatar) as organizer,
            s.booked as booked_count, null as my_booking,
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
            cross join lateral ${sql.raw(anonymousQuestions)} asked
          where e.id = request.id and ${visibleTo(null, parameter('at'))}
          limit 1
        ) found on true
      ) as events`,
});

type EventRow = EventJson | null;

/** Reads sessions and events; those of callers in one statement, but for private events that are not their own. */
export const readSessionsAndEvents = async (
  db: Database,
  sessions: readonly SessionId[],
  requests: readonly EventRequest[],
) => {
  const at = requests.at(-1)?.at ?? new Date(0);
  const ofCallers = requests.filter(({ caller }) => caller !== null);
  const anonymous = requests.filter(({ caller }) => caller === null);
  const valuesOf = (some: readonly EventRequest[]): Values => ({
    sessions: '{}',
    ids: arrayOf(some.map(({ id }) => id)),
    callers: arrayOf(some.map(({ caller }) => caller ?? 'null')),
    at,
  });
  const [usual, publicOnes] = await Promise.all([
    sessions.length + ofCallers.length > 0
      ? usualReads(db, { ...valuesOf(ofCallers), sessions: arrayOf(sessions) })
      : [],
    anonymous.length > 0
      ? anonymousReads(db, {
          ids: arrayOf(anonymous.map(({ id }) => id)),
          pages: arrayOf(anonymous.map(({ isPage = false }) => `${isPage}`)),
          at,
        })
      : [],
  ]);
  const rows = new Map<EventRequest, EventRow>();
  const add = (some: readonly EventRequest[], [row]: readonly Row[]) => {
    for (const [index, request] of some.entries()) rows.set(request, row?.events?.[index] ?? null);
  };
  add(ofCallers, usual);
  add(anonymous, publicOnes);
  const rest = ofCallers.filter((request) => !rows.get(request));
  if (rest.length > 0) add(rest, await privateReads(db, valuesOf(rest)));
  return {
    sessions: new Map(usual[0]?.sessions?.map((session) => [session.id, toSession(session)])),
    events: requests.map((request) => rows.get(request) ?? null),
    version: publicOnes[0]?.version ?? null,
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
  bringList: row.bring_items ?? null,
});
