import { type EventFilter, type EventId, type ListOrder, offsetOf, type Page } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { toTitleQueries, toWordsQuery } from '../search/tsquery.ts';
import { circleValues, distanceFrom } from './circle-box.ts';

/** A list or a search: one page of the public events that pass a filter. */
export interface DiscoveryQuery {
  /** With `text` it is a search, which must have at least one group of words. */
  readonly filter: EventFilter;
  readonly order: ListOrder;
  readonly page: Page;
}

/** What is the same for all callers. */
export interface FoundPage {
  /** In order. */
  readonly ids: readonly EventId[];
  readonly total: number;
}

/** Whether lists show the event `e` to everybody, as the domain's `isListed`; the condition of many indexes. */
export const isListedText = "e.visibility = 'public' and e.status = 'scheduled'";
export const isListed = sql.raw<boolean>(isListedText);

/** What an event must be to pass a filter: each part that is set, all of which must hold. */
const conditions = (filter: EventFilter): RawBuilder<unknown> => {
  const { endsAfter, startsBefore, series, organizer, categories, tags, attendance, area, text } = filter;
  const parts = [
    isListed,
    sql`e.end_at > ${endsAfter}`,
    startsBefore && sql`e.start_at < ${startsBefore}`,
    series && sql`e.series_id = ${series}`,
    organizer && sql`e.organizer_id = ${organizer}`,
    categories && sql`e.category = any(${categories})`,
    tags && sql`e.tags && ${tags}::text[]`,
    attendance && sql`e.attendance = any(${attendance})`,
    area && sql`in_circle(e.lat, e.lng, ${circleValues(area)})`,
    text && sql`e.words @@ ${toWordsQuery(text)}::tsquery`,
  ];
  return sql.join(
    parts.filter((part) => !!part),
    sql` and `,
  );
};

/** Matches with a higher rank come first. Of a search by relevance these are the ranks of the domain's `titleRank`. */
const rankOf = ({ filter, order }: DiscoveryQuery): RawBuilder<unknown> => {
  if (order === 'distance' && filter.area) return sql`-${distanceFrom(filter.area)}`;
  if (order === 'time' || !filter.text)
    return sql`case when e.start_at < ${filter.recentSince} then -1 else 0 end`;
  const { all, some } = toTitleQueries(filter.text);
  return sql`case when e.words @@ ${all}::tsquery then 2 when e.words @@ ${some}::tsquery then 1 else 0 end`;
};

/** One statement reads all events that pass: right for any filter, fast enough for some ten thousand events. */
export const findPage = async (db: Database, query: DiscoveryQuery): Promise<FoundPage> => {
  const { rows } = await sql<FoundPage>`
    with matches as materialized (
      select e.id, e.start_at, ${rankOf(query)} as rank from event e where ${conditions(query.filter)}
    )
    select (select count(*)::int from matches) as total, array(
      select id from matches order by rank desc, start_at, id
      offset ${offsetOf(query.page)} limit ${query.page.limit}
    ) as ids`.execute(db);
  return rows[0] as FoundPage;
};
