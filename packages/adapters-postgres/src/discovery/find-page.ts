import { type EventFilter, type EventId, offsetOf, type Page } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { toTitleQueries, toWordsQuery } from '../vocabulary/tsquery.ts';
import { circleValues } from './circle-box.ts';

/** A list or a search: one page of the public events that pass a filter. */
export interface DiscoveryQuery {
  /** With `text` it is a search, which must have at least one group of words. */
  readonly filter: EventFilter;
  readonly order: 'time' | 'relevance';
  readonly page: Page;
}

/** What is the same for all callers. */
export interface FoundPage {
  /** In order. */
  readonly ids: readonly EventId[];
  readonly total: number;
}

/** Whether lists show the event `e` to everybody. */
export const isListed = sql<boolean>`e.visibility = 'public' and e.status = 'scheduled'`;

/** What an event must be to pass a filter: each part that is set, all of which must hold. */
const conditions = (filter: EventFilter): RawBuilder<unknown> => {
  const { endsAfter, startsBefore, series, organizer, category, attendance, area, text } = filter;
  const parts = [
    isListed,
    sql`e.end_at > ${endsAfter}`,
    startsBefore && sql`e.start_at < ${startsBefore}`,
    series && sql`e.series_id = ${series}`,
    organizer && sql`e.organizer_id = ${organizer}`,
    category !== null && sql`e.category = ${category}`,
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
