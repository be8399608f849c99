import type { UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Given } from '../../connection/prepared-statement.ts';
import { type BoxedArea, withinArea } from '../geo/within-area.ts';
import { and, endsAfter, isNotOver, live, over } from '../list/list-conditions.ts';

/**
 * How a page is read: `few` finds all matches by their words, but no more than some; `all` finds all; `soon` finds those
 * that begin in the next weeks; `counted` does, too, and counts all.
 */
export type Way =
  | { readonly kind: 'few'; readonly few: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'soon' | 'counted'; readonly weeks: number };

/** What a statement for words is given. */
export interface TextValues extends Partial<BoxedArea> {
  /** The words as a tsquery; between the two parts belongs what the prefix stands for, if there is one. */
  readonly before: string;
  readonly prefix: string | null;
  readonly after: string;
  /** The weeks that are searched, as a tsquery; null for all. */
  readonly weeks: string | null;
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

/** What a statement's text depends on. */
export interface TextShape {
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

/** So many words that a prefix stands for are found faster one by one. */
const mostContinuations = 4;
/** Greater than whatever comes after a prefix. */
const greatest = sql.lit('\u{10FFFF}');
/** As text-search.ts spells it. */
const quoted = (word: RawBuilder<unknown>) =>
  sql`'''' || replace(replace(${word}, E'\\\\', E'\\\\\\\\'), '''', '''''') || ''''`;

/**
 * The table `query` with the tsquery of the words, and with that of the words in the weeks. Every word of an event is in the
 * vocabulary before the event is, so a prefix stands for nothing else.
 */
export const queryTables = (given: Given<TextValues>): RawBuilder<unknown> => {
  const prefix = given('prefix');
  return sql`
    continuation as materialized (
      select word from vocabulary
      where word collate "C" >= ${prefix} and word collate "C" < ${prefix} || ${greatest}
      order by word collate "C" limit ${sql.lit(mostContinuations + 1)}
    ),
    query as materialized (
      select words, coalesce(words && ${given('weeks')}, words) as found
      from (
        select (${given('before')} || coalesce((
          select case when count(*) between 1 and ${sql.lit(mostContinuations)}
            then '(' || string_agg(${quoted(sql`word`)}, ' | ') || ')'
            else ${quoted(prefix)} || ':*' end
          from continuation
        ), '') || ${given('after')})::tsquery as words offset 0
      ) q
    )`;
};

const areaAndDates = (shape: TextShape, given: Given<TextValues>): readonly RawBuilder<unknown>[] => [
  ...(shape.hasEnd ? [sql`e.start_at < ${given('startsBefore')}`] : []),
  ...(shape.hasCategory ? [sql`e.category = ${given('category')}`] : []),
  ...(shape.hasArea ? [withinArea(given)] : []),
];

/** What is counted may begin in any week. */
const soughtBy = ({ way }: TextShape) => (way === 'count' ? sql`words` : sql`found`);

/**
 * All matches, from the table that is made for it: so narrow that tens of thousands are read in milliseconds. Of the
 * events that are marked as over hardly any ends later than now, and those are taken by their ends; for an earlier
 * instant they may be many, and their words find them.
 */
export const matching = (shape: TextShape, given: Given<TextValues>): RawBuilder<unknown> => {
  const narrowed = areaAndDates(shape, given);
  const ofWords = (partition: RawBuilder<unknown>) => sql`
    select e.event_id as id, e.start_at from ${partition} e
    where ${and([sql`e.words @@ (select ${soughtBy(shape)} from query)`, sql`e.end_at > ${given('endsAfter')}`, ...narrowed])}`;
  const hasWords = sql`e.words @@ (select words from query)`;
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
    ${shape.way === 'soon' || shape.way === 'counted' ? sql`union all ${longUnderWay}` : sql``}`;
};

/** Of the table `matching` the table `page`: by time; or by relevance, and then time. */
export const pageOfMatching = (shape: TextShape, given: Given<TextValues>): RawBuilder<unknown> => {
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
      order by near.start_at, near.id limit ${given('first')} + ${given('count')}
    ),
    ${page(sql`select id, start_at, 2 as rank from best
      union all select id, start_at, 0 from near where id not in (select id from best)`)}`;
};
