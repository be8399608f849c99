import { type EventFilter, offsetOf, type Page, type UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { listColumns, listJoins } from './event-rows.ts';
import type { PageRow } from './listed-page.ts';
import { and, endsAfter, isNotOver, live, over } from './listing-conditions.ts';
import { type Given, preparedStatement } from './prepared-statement.ts';
import { toTitleQueries, toWordsQuery, weeksFrom } from './text-search.ts';
import { type BoxedArea, boxed, boxedAreaTypes, withinArea } from './within-area.ts';

/** A filter with at least one word. */
export type TextFilter = EventFilter & { readonly text: NonNullable<EventFilter['text']> };

/** What is asked for. */
export interface TextPage {
  readonly filter: TextFilter;
  /** How many of the soonest are ranked, the others follow by time; 0 when all are in the order of time. */
  readonly ranked: number;
  readonly caller: UserId | null;
  readonly page: Page;
}

/**
 * How a page is read: `few` finds all matches by their words, but no more than some; `all` finds all; `soon` finds those
 * that begin in the next weeks. The total of the page is how many were found.
 */
export type Way =
  | { readonly kind: 'few'; readonly few: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'soon'; readonly weeks: number };

interface Values extends Partial<BoxedArea> {
  readonly words: string;
  /** The words, and the weeks of beginning. */
  readonly found: string;
  /** Events that began before are not looked for by words. */
  readonly since: Date;
  readonly wholeTitle: string;
  readonly partOfTitle: string;
  readonly endsAfter: Date;
  readonly startsBefore?: Date;
  readonly category?: string;
  readonly caller?: UserId;
  readonly first: number;
  readonly count: number;
  readonly ranked: number;
  readonly few: number;
}

/** All in each statement: what it does not use is null. */
const types: Record<keyof Values, string> = {
  words: 'tsquery',
  found: 'tsquery',
  since: 'timestamptz',
  wholeTitle: 'tsquery',
  partOfTitle: 'tsquery',
  endsAfter: 'timestamptz',
  startsBefore: 'timestamptz',
  category: 'text',
  caller: 'uuid',
  first: 'int',
  count: 'int',
  ranked: 'int',
  few: 'int',
  ...boxedAreaTypes,
};

/** What a statement's text depends on. */
interface Shape {
  readonly way: Way['kind'] | 'count';
  readonly dated: boolean;
  readonly hasEnd: boolean;
  readonly hasCategory: boolean;
  readonly hasArea: boolean;
  readonly hasCaller: boolean;
  readonly isRanked: boolean;
  /** Then a title has all words or none. */
  readonly isOneWord: boolean;
  /** Whether the page reaches beyond those that are ranked. */
  readonly isBeyond: boolean;
}

const nameOf = (shape: Shape): string =>
  [
    'search',
    shape.way,
    shape.dated && 'dated',
    shape.hasEnd && 'until',
    shape.hasCategory && 'category',
    shape.hasArea && 'near',
    shape.hasCaller && 'caller',
    shape.isRanked && 'ranked',
    shape.isOneWord && 'one',
    shape.isBeyond && 'beyond',
  ]
    .filter(Boolean)
    .join('-');

/** A page of matches. */
export const textPage = (
  db: Database,
  way: Way,
  { filter, ranked, caller, page }: TextPage,
): Promise<readonly PageRow[]> => {
  const isRanked = ranked > 0;
  const shape: Shape = {
    ...shapeOf(filter),
    way: way.kind,
    hasCaller: caller !== null,
    isRanked,
    isOneWord: isRanked && filter.text.length === 1,
    isBeyond: isRanked && offsetOf(page) + page.limit > ranked,
  };
  return pages(shape)(db, {
    ...valuesOf(filter, way.kind === 'soon' ? way.weeks : 0),
    ...(caller !== null && { caller }),
    first: offsetOf(page),
    count: page.limit,
    ranked,
    few: way.kind === 'few' ? way.few : 0,
  });
};

/** Counts all matches. */
export const textTotal = async (db: Database, filter: TextFilter): Promise<number> => {
  const shape: Shape = {
    ...shapeOf(filter),
    way: 'count',
    hasCaller: false,
    isRanked: false,
    isOneWord: false,
    isBeyond: false,
  };
  const values = { ...valuesOf(filter, 0), first: 0, count: 0, ranked: 0, few: 0 };
  const [counted] = await totals(shape)(db, values);
  return counted?.total ?? 0;
};

const shapeOf = ({ dated, startsBefore, category, area }: TextFilter) => ({
  dated,
  hasEnd: startsBefore !== null,
  hasCategory: category !== null,
  hasArea: area !== null,
});

const valuesOf = (filter: TextFilter, weeks: number) => {
  const { text, endsAfter, startsBefore, category, area } = filter;
  const { all, some } = toTitleQueries(text);
  const words = toWordsQuery(text);
  const { since, inWeeks } = weeksFrom(endsAfter, weeks);
  return {
    words,
    found: inWeeks ? `${words} & ${inWeeks}` : words,
    since,
    wholeTitle: all,
    partOfTitle: some,
    endsAfter,
    ...(startsBefore !== null && { startsBefore }),
    ...(category !== null && { category }),
    ...(area !== null && boxed(area)),
  };
};

/** Each statement is made when it is first asked for. */
const oneEach = <Statement>(make: (shape: Shape) => Statement): ((shape: Shape) => Statement) => {
  const made = new Map<string, Statement>();
  return (shape) => {
    const name = nameOf(shape);
    const statement = made.get(name) ?? make(shape);
    made.set(name, statement);
    return statement;
  };
};

const totals = oneEach((shape) =>
  preparedStatement<Values, { readonly total: number }>({
    name: nameOf(shape),
    types,
    body: (given) => sql`counted as (select count(*)::int as total from (${matching(shape, given)}) e)
      select total from counted`,
  }),
);

const pages = oneEach((shape) =>
  preparedStatement<Values, PageRow>({
    name: nameOf(shape),
    types,
    body: (given) => sql`matching as materialized (
        select * from (${matching(shape, given)}) e
        ${shape.way === 'few' ? sql`limit (select few + 1 from given)` : sql``}
      ),
      total as materialized (select count(*)::int as total from matching),
      ${pageOf(shape, given)}
      select total.total, item.*
      from total left join (
        select item.*, page.rank from page, lateral (
          select ${listColumns(shape.hasCaller ? given('caller') : null)}
          from event e ${listJoins} where e.id = page.id limit 1
        ) item
      ) item on true
      order by item.rank desc, item.start_at, item.id`,
  }),
);

const areaAndDates = (shape: Shape, given: Given<Values>): readonly RawBuilder<unknown>[] => [
  ...(shape.hasEnd ? [sql`e.start_at < ${given('startsBefore')}`] : []),
  ...(shape.hasCategory ? [sql`e.category = ${given('category')}`] : []),
  ...(shape.hasArea ? [withinArea(given)] : []),
];

/**
 * All matches, from the table that is made for it: so narrow that tens of thousands are read in milliseconds. Of the
 * events that are marked as over hardly any ends later than now, and those are taken by their ends; for an earlier
 * instant they may be many, and their words find them.
 */
const matching = (shape: Shape, given: Given<Values>): RawBuilder<unknown> => {
  const narrowed = areaAndDates(shape, given);
  const ofWords = (partition: RawBuilder<unknown>) => sql`
    select e.event_id as id, e.start_at from ${partition} e
    where ${and([sql`e.words @@ ${given('found')}`, sql`e.end_at > ${given('endsAfter')}`, ...narrowed])}`;
  const hasWords = sql`e.words @@ ${given('words')}`;
  const late = sql`
    select e.id, e.start_at
    from (select e.* from event e where ${and([over, endsAfter(given('endsAfter'))])} offset 0) e
    where ${and([hasWords, ...narrowed])}`;
  const longUnderWay = sql`
    select e.id, e.start_at from event e
    where ${and([
      live,
      sql`e.start_at > '-infinity' and e.start_at < ${given('since')}`,
      isNotOver(given('endsAfter')),
      hasWords,
      ...narrowed,
    ])}`;
  return sql`${ofWords(sql`event_words_live`)}
    union all ${shape.dated ? ofWords(sql`event_words_over`) : late}
    ${shape.way === 'soon' ? sql`union all ${longUnderWay}` : sql``}`;
};

/** The page by time; or by relevance, and then time. */
const pageOf = (shape: Shape, given: Given<Values>): RawBuilder<unknown> => {
  const wanted = sql`offset ${given('first')} limit ${given('count')}`;
  if (!shape.isRanked)
    return sql`page as materialized (select id, start_at, 0 as rank from matching order by start_at, id ${wanted})`;
  const near = sql`near as materialized (
    select id, start_at from matching order by start_at, id limit ${given('ranked')}
  )`;
  // As the domain's `titleRank` says.
  const inTitle = (query: 'wholeTitle' | 'partOfTitle') => sql`e.words @@ ${given(query)}`;
  const rest = shape.isBeyond
    ? sql`union all (select id, start_at, -1 from matching order by start_at, id offset ${given('ranked')})`
    : sql``;
  const page = (rankedOnes: RawBuilder<unknown>) => sql`page as materialized (
    select id, start_at, rank from (${rankedOnes} ${rest}) found order by rank desc, start_at, id ${wanted}
  )`;
  if (!shape.isOneWord)
    return sql`${near}, ${page(sql`
      select near.id, near.start_at, e.rank from near, lateral (
        select case when ${inTitle('wholeTitle')} then 2 when ${inTitle('partOfTitle')} then 1 else 0 end as rank
        from event e where e.id = near.id limit 1
      ) e`)}`;
  // A title has the word or not: most of the time a page is full before all titles were looked at.
  return sql`${near},
    best as materialized (
      select near.id, near.start_at from near, lateral (
        select from event e where e.id = near.id and ${inTitle('wholeTitle')} limit 1
      ) e
      order by near.start_at, near.id limit (select first + count from given)
    ),
    ${page(sql`select id, start_at, 2 as rank from best
      union all select id, start_at, 0 from near where id not in (select id from best)`)}`;
};
