import { type EventFilter, offsetOf, type Page, type UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { commonTotals } from './common-totals.ts';
import type { Database } from './database.ts';
import { listColumns, listJoins } from './event-rows.ts';
import type { PageRow } from './listed-page.ts';
import { and, live, over } from './listing-conditions.ts';
import { toTitleQueries, toWordsQuery } from './text-search.ts';
import { boxed, withinArea } from './within-area.ts';

/** A filter with at least one word. */
export type TextFilter = EventFilter & { readonly text: NonNullable<EventFilter['text']> };

/** Up to so many matches are counted exactly and ranked as a whole; beyond, words are common. */
const exactUpTo = 10_000;
/** How many of the soonest matches are ranked; the others follow by time. */
const ranked = 1_000;

/** Pages of events that match words; remembers the totals of common words for a while. */
export type TextPages = (
  filter: TextFilter,
  order: 'time' | 'relevance',
  caller: UserId | null,
  page: Page,
) => Promise<readonly PageRow[]>;

export const textPages = (db: Database): TextPages => {
  const totals = commonTotals(async (filter: TextFilter) => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from (${matching(filter)}) e`.execute(db);
    return rows[0]?.total ?? 0;
  });

  return async (filter, order, caller, page) => {
    const isRanked = order === 'relevance';
    if (!totals.knows(filter)) {
      const rows = await run(db, caller, fewMatches(filter, isRanked, page));
      if ((rows[0]?.total ?? 0) <= exactUpTo) return rows;
    }
    const [total, rows] = await Promise.all([
      totals.of(filter),
      run(db, caller, commonMatches(filter, isRanked, page)),
    ]);
    return rows.map((row) => ({ ...row, total }));
  };
};

const run = async (
  db: Database,
  caller: UserId | null,
  tables: RawBuilder<unknown>,
): Promise<readonly PageRow[]> => {
  const { rows } = await sql<PageRow>`with ${tables}
    select total.total, item.*
    from total left join (
      select item.*, page.rank from page, lateral (
        select ${listColumns(caller)} from event e ${listJoins} where e.id = page.id limit 1
      ) item
    ) item on true
    order by item.rank desc, item.start_at, item.id`.execute(db);
  return rows;
};

const conditionsOf = ({ area, category, startsBefore, text }: TextFilter): RawBuilder<unknown> => {
  const box = area && boxed(area);
  return and([
    sql`e.words @@ ${toWordsQuery(text)}::tsquery`,
    ...(startsBefore ? [sql`e.start_at < ${startsBefore}`] : []),
    ...(category === null ? [] : [sql`e.category = ${category}`]),
    ...(box ? [withinArea((key) => sql`${box[key]}::float8`)] : []),
  ]);
};

const liveMatching = (filter: TextFilter): RawBuilder<unknown> =>
  and([live, sql`e.end_at > ${filter.endsAfter}`, conditionsOf(filter)]);

/**
 * Of the events that are over hardly any ends later than now, which the planner cannot know: those are taken by
 * their ends. For an earlier instant they may be many, and their words find them.
 */
const overMatching = (filter: TextFilter): RawBuilder<unknown> => {
  const { dated, endsAfter } = filter;
  const later = sql`select e.* from event e where ${and([over, sql`e.end_at > ${endsAfter}`])}`;
  return dated
    ? sql`select e.id, e.start_at, e.words from (${later} and ${conditionsOf(filter)} offset 0) e`
    : sql`select e.id, e.start_at, e.words from (${later} offset 0) e where ${conditionsOf(filter)}`;
};

/** All matches. */
const matching = (filter: TextFilter): RawBuilder<unknown> => sql`
  select e.id, e.start_at from event e where ${liveMatching(filter)}
  union all select e.id, e.start_at from (${overMatching(filter)}) e`;

/** The tables `total` and `page` of matches that are not too many; the total is one too many when they are. */
const fewMatches = (filter: TextFilter, isRanked: boolean, page: Page): RawBuilder<unknown> => {
  const near = sql`
    select e.id, e.start_at, ${rankIn(filter)} as rank
    from (select id from matching order by start_at, id limit ${ranked}) near join event e using (id)`;
  return sql`
    matching as materialized (select * from (${matching(filter)}) e limit ${exactUpTo + 1}),
    total as materialized (select count(*)::int as total from matching),
    ${pageOf(near, isRanked, page)}`;
};

/** The table `page` of matches that are very many: by time, the first ones are soon found. */
const commonMatches = (filter: TextFilter, isRanked: boolean, page: Page): RawBuilder<unknown> => {
  const end = Math.max(isRanked ? ranked : 0, offsetOf(page) + page.limit);
  const rank = isRanked ? rankIn(filter) : sql`0`;
  const soonest = (events: RawBuilder<unknown>) =>
    sql`(select e.id, e.start_at, ${rank} as rank from ${events} order by e.start_at, e.id limit ${end})`;
  return sql`
    matching as materialized (
      ${soonest(sql`event e where ${liveMatching(filter)}`)} union all ${soonest(sql`(${overMatching(filter)}) e`)}
    ),
    total as (select 0 as total),
    ${pageOf(sql`select * from matching order by start_at, id limit ${ranked}`, isRanked, page)}`;
};

/** How well the title of the event `e` fits, as the domain's `titleRank` says. */
const rankIn = ({ text }: TextFilter): RawBuilder<unknown> => {
  const { all, some } = toTitleQueries(text);
  return sql`case when e.words @@ ${all}::tsquery then 2 when e.words @@ ${some}::tsquery then 1 else 0 end`;
};

/**
 * Of the table `matching` the page by time, or by relevance and then time.
 * @param near the soonest matches, with their ranks
 */
const pageOf = (near: RawBuilder<unknown>, isRanked: boolean, page: Page): RawBuilder<unknown> => {
  const start = offsetOf(page);
  const wanted = sql`offset ${start} limit ${page.limit}`;
  if (!isRanked)
    return sql`page as materialized (select id, start_at, 0 as rank from matching order by start_at, id ${wanted})`;
  const rest =
    start + page.limit > ranked
      ? sql`union all (select id, start_at, -1 from matching order by start_at, id offset ${ranked})`
      : sql``;
  return sql`page as materialized (
    select id, start_at, rank from ((${near}) ${rest}) found order by rank desc, start_at, id ${wanted})`;
};
