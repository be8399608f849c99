import {
  type EventId,
  type Notice,
  noticePolicy,
  type SeriesDate,
  type SeriesDates,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { onlineUrlFor } from '../events/online-url.ts';

type NoticeSource = Pick<Notice, 'kind' | 'createdAt'> & { readonly event: { readonly id: EventId } | null };

interface DateRow extends SeriesDate {
  readonly rule: string;
  readonly total: number;
}

/** What the events of a series are after a change that guests are told of. */
const statuses: Readonly<Partial<Record<Notice['kind'], string>>> = {
  event_changed: 'scheduled',
  event_cancelled: 'cancelled',
};

/**
 * The dates of a series that a notice about it concerns. An event that was changed or cancelled on its own is no longer
 * attached to its series.
 */
export const seriesDatesOf = async (
  db: Database,
  { kind, event, createdAt }: NoticeSource,
  user: UserId,
): Promise<SeriesDates | null> => {
  const status = statuses[kind];
  if (!event || !status) return null;
  const { rows } = await sql<DateRow>`/* notice-series-dates */
    select e.id, e.sequence, e.title, e.address, e.start_at as "startAt", e.end_at as "endAt",
      e.is_all_day as "isAllDay", e.time_zone as "timeZone", case when e.status = 'scheduled' then ${onlineUrlFor(user)} end as "onlineUrl",
      s.rule, count(*) over ()::int as total
    from event o join event_series s on s.id = o.series_id join event e on e.series_id = o.series_id
    where o.id = ${event.id} and not o.is_detached and not e.is_detached
      and e.status = ${status} and e.visibility <> 'taken_down'
      and e.start_at >= o.start_at and e.end_at > ${createdAt}
      and (
        exists (select from rsvp r where r.event_id = e.id and r.user_id = ${user})
        or exists (select from booking b where b.event_id = e.id and b.user_id = ${user})
      )
    order by e.start_at, e.id limit ${noticePolicy.seriesDates}`.execute(db);
  const { rule = '', total = 0 } = rows[0] ?? {};
  return total > 1 ? { rule, events: rows.map(({ rule: _, total: __, ...date }) => date), total } : null;
};
