import {
  bringListModule,
  type DetailField,
  detailFields,
  type EventDetail,
  type EventPage,
  maxHostEvents,
  type OwnBooking,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../database.ts';
import { questionsFor } from '../questions/questions-text.ts';
import {
  type ColumnOf,
  columnsOf,
  type InterestRow,
  type Json,
  ofEvent,
  ownSummaryColumns,
  readFields,
  type SummaryRow,
  toEventSummary,
  toInterest,
} from './event-rows.ts';
import { onlineUrlFor } from './online-url.ts';

/** A single event in JSON, with the caller's flags: the columns of {@link detailOf}, and for a page those of {@link pageColumns}. */
export interface EventJson
  extends SummaryRow,
    InterestRow,
    Json<
      Pick<Row<'event'>, ColumnOf<DetailField> | 'online_url' | 'cancel_reason' | 'sequence' | 'updated_at'>
    > {
  readonly questions: EventDetail['questions'];
  readonly missing_answers: number;
  readonly organizer: Json<EventDetail['organizer']>;
  readonly my_role: EventDetail['myRole'];
  readonly my_booking: (Omit<OwnBooking, 'createdAt'> & { readonly createdAt: string }) | null;
  readonly host_events?: readonly Json<EventPage['hostEvents'][number]>[] | null;
  readonly bring_items?: EventPage['bringList'];
}

const ownColumns = (caller: RawBuilder<unknown>) => sql`
  (select r.state from rsvp r where r.user_id = ${caller} and r.event_id = e.id) as my_rsvp,
  exists (select from saved v where v.user_id = ${caller} and v.event_id = e.id) as is_saved,
  ${onlineUrlFor(caller)} as online_url,
  case
    when e.organizer_id = ${caller} then 'organizer'
    when exists (select from event_admin a where a.event_id = e.id and a.user_id = ${caller}) then 'admin'
  end as my_role,
  (
    select json_build_object('id', b.id, 'quantity', b.quantity, 'status', b.status, 'code', b.code,
      'createdAt', b.created_at, 'position', case when b.place is not null then (
        select count(*) from booking q
        where q.event_id = e.id and q.status = 'waitlisted' and q.place <= b.place
      ) end)
    from booking b where b.event_id = e.id and b.user_id = ${caller}
  ) as my_booking`;

const anonymousColumns = sql`
  null as my_rsvp, false as is_saved, null as online_url, null as my_role, null as my_booking`;

/**
 * The columns of a single event `e` and what they come from, up to `where`. @param caller null for anonymous ones
 * @param others columns besides
 */
export const detailOf = (caller: RawBuilder<unknown> | null, others: RawBuilder<unknown> = sql``) => sql`
  select ${sql.raw(ownSummaryColumns)}, s.going, s.interested, s.booked, s.waiting,
    ${caller === null ? anonymousColumns : ownColumns(caller)},
    ${sql.raw(ofEvent(columnsOf(detailFields)))},
    asked.questions, asked.missing as missing_answers, e.cancel_reason, e.sequence, e.updated_at,
    json_build_object('id', o.id, 'name', o.name, 'avatar', o.avatar, 'createdAt', o.created_at) as organizer${others}
  from event e
    join category c on c.slug = e.category
    join event_stats s on s.event_id = e.id
    join app_user o on o.id = e.organizer_id
    cross join lateral ${questionsFor(caller)} asked`;

/** Events of the host that the page of another one names. */
const isNamed = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  h.visibility = 'public' and h.status = 'scheduled' and h.end_at > ${at} and h.id <> e.id
  and (e.series_id is null or h.series_id is distinct from e.series_id)`;

/** What the page of an event `e` shows besides, to be added to {@link detailOf}. @param isPage whether it is asked */
export const pageColumns = (at: RawBuilder<unknown>, isPage: RawBuilder<unknown> = sql`true`) => sql`,
  case when ${isPage} then (
    select coalesce(json_agg(h), '[]') from (
      (
        select h.id, h.title, h.start_at as "startAt", h.end_at as "endAt", h.time_zone as "timeZone", h.is_all_day as "isAllDay"
        from event h where h.organizer_id = e.organizer_id and ${isNamed(at)}
          and h.start_at >= ${at} - interval '1 day'
        order by h.start_at, h.id limit ${sql.lit(maxHostEvents)}
      )
      union all
      (
        select h.id, h.title, h.start_at, h.end_at, h.time_zone, h.is_all_day
        from event h where h.organizer_id = e.organizer_id and ${isNamed(at)}
          and h.start_at < ${at} - interval '1 day'
        order by h.start_at, h.id limit ${sql.lit(maxHostEvents)}
      )
      limit ${sql.lit(maxHostEvents)}
    ) h
  ) end as host_events,
  case when ${isPage} and ${sql.lit(bringListModule)} = any(e.enabled_modules) then (
    select coalesce(json_agg(json_build_object('id', i.id, 'title', i.title, 'quantity', i.quantity,
      'claimed', coalesce((select sum(b.quantity) from bring_claim b where b.item_id = i.id), 0),
      'myClaim', null, 'claims', '[]'::json) order by i.nr), '[]')
    from bring_item i where i.event_id = e.id
  ) end as bring_items`;

export const toEventDetail = (row: EventJson): EventDetail => ({
  ...toEventSummary(row),
  ...toInterest(row),
  ...readFields(detailFields, row),
  onlineUrl: row.online_url,
  questions: row.questions,
  missingAnswers: row.missing_answers,
  cancelReason: row.cancel_reason,
  sequence: row.sequence,
  updatedAt: new Date(row.updated_at),
  organizer: { ...row.organizer, createdAt: new Date(row.organizer.createdAt) },
  myRole: row.my_role,
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
