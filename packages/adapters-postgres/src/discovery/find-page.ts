import type { EventFilter, ListedEvent, ListOrder, ListPage, Paged, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { toTitleQueries, toWordsQuery } from '../search/tsquery.ts';
import { circleValues, distanceFrom } from './circle-box.ts';
import { readPage } from './read-page.ts';

/** A list or a search: one page of the public events that pass a filter. */
export interface DiscoveryQuery {
  /** With `text` it is a search, which must have at least one group of words. */
  readonly filter: EventFilter;
  readonly order: ListOrder;
  readonly page: ListPage;
}

/** Whether lists show the event `e` to everybody, as the domain's `isListed`; the condition of many indexes. */
export const isListedText = "e.visibility = 'public' and e.status = 'scheduled'";
export const isListed = sql.raw<boolean>(isListedText);

/** What an event must be to pass a filter: each part that is set, all of which must hold. */
const conditions = (filter: EventFilter): RawBuilder<unknown> => {
  const { endsAfter, startsBefore, series, organizer, isFree, categories, tags, attendance, area, text } =
    filter;
  const parts = [
    isListed,
    sql`e.end_at > ${endsAfter}`,
    startsBefore && sql`e.start_at < ${startsBefore}`,
    series && sql`e.series_id = ${series}`,
    organizer && sql`e.organizer_id = ${organizer}`,
    categories && sql`e.category = any(${categories})`,
    tags && sql`e.tags && ${tags}::text[]`,
    attendance && sql`e.attendance = any(${attendance})`,
    isFree && sql`e.price_minor = 0 and e.is_price_known`,
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

/** What the matches of a page must be besides: all, or those after a position. */
const behind = ({ filter, order, page: { after } }: DiscoveryQuery): RawBuilder<unknown> => {
  if (!after) return sql`true`;
  const rank = order === 'relevance' && filter.text ? 2 - after.rank : -after.rank;
  return sql`(rank < ${rank}::float8 or rank = ${rank}::float8
    and (start_at, id) > (${new Date(after.startAt)}::timestamptz, ${after.id}::uuid))`;
};

/** All events that pass, with their ranks; of a series the first date alone where it is named once. */
const matchesOf = (query: DiscoveryQuery): RawBuilder<unknown> => {
  const { filter } = query;
  if (!filter.isOncePerSeries)
    return sql`select e.id, e.start_at, ${rankOf(query)} as rank, null::int as later_dates
      from event e where ${conditions(filter)}`;
  return sql`select id, start_at, rank, later_dates from (
      select e.id, e.start_at, ${rankOf(query)} as rank,
        (count(*) over (partition by coalesce(e.series_id, e.id)))::int - 1 as later_dates,
        row_number() over (partition by coalesce(e.series_id, e.id)
          order by e.start_at < ${filter.recentSince}, e.start_at, e.id) as nr
      from event e where ${conditions(filter)}
    ) dates where nr = 1`;
};

/** One statement reads all events that pass: right for any filter, fast enough for some ten thousand events. */
export const findPage = (
  db: Database,
  query: DiscoveryQuery,
  caller: UserId | null,
): Promise<Paged<ListedEvent>> =>
  readPage(
    db,
    {
      matches: matchesOf(query),
      isBehind: behind(query),
      order: sql`rank desc, start_at, id`,
      page: query.page,
    },
    caller,
  );
