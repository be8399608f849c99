import { type EventFilter, offsetOf, type Page, type UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { type Given, preparedQuery } from '../../connection/prepared-statement.ts';
import type { Database } from '../../database.ts';
import { listColumns, listJoins } from '../../stores/event-rows.ts';
import { boxed, boxedAreaTypes } from '../geo/within-area.ts';
import type { PageRow } from '../list/list-page.ts';
import {
  matching,
  pageOfMatching,
  queryTables,
  type TextShape,
  type TextValues,
  type Way,
} from './search-tables.ts';
import { toTitleQueries, toWordsQuery, weeksFrom } from './tsquery.ts';

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

/** All in each statement: what it does not use is null. */
const types: Record<keyof TextValues, string> = {
  before: 'text',
  prefix: 'text',
  after: 'text',
  weeks: 'tsquery',
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

const nameOf = (shape: TextShape): string =>
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

/** A row of a page, with how many matches were found to take it from; `total` is more only where all were counted, too. */
export type TextRow = PageRow & { readonly found: number };

/** A page of matches. */
export const textPage = (
  db: Database,
  way: Way,
  { filter, ranked, caller, page }: TextPage,
): Promise<readonly TextRow[]> => {
  const isRanked = ranked > 0;
  const shape: TextShape = {
    ...shapeOf(filter),
    way: way.kind,
    hasCaller: caller !== null,
    isRanked,
    isOneWord: isRanked && filter.text.length === 1,
    isBeyond: isRanked && offsetOf(page) + page.limit > ranked,
  };
  return pages(shape)(db, {
    ...valuesOf(filter, 'weeks' in way ? way.weeks : 0),
    ...(caller !== null && { caller }),
    first: offsetOf(page),
    count: page.limit,
    ranked,
    few: way.kind === 'few' ? way.few : 0,
  });
};

/** Counts all matches. */
export const textTotal = async (db: Database, filter: TextFilter): Promise<number> => {
  const shape: TextShape = {
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
  const { since, inWeeks } = weeksFrom(endsAfter, weeks);
  return {
    ...toWordsQuery(text),
    weeks: inWeeks,
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
const oneEach = <Statement>(make: (shape: TextShape) => Statement): ((shape: TextShape) => Statement) => {
  const made = new Map<string, Statement>();
  return (shape) => {
    const name = nameOf(shape);
    const statement = made.get(name) ?? make(shape);
    made.set(name, statement);
    return statement;
  };
};

const countOf = (shape: TextShape, given: Given<TextValues>) =>
  sql`select count(*)::int as total from (${matching({ ...shape, way: 'count' }, given)}) e`;

const totals = oneEach((shape) =>
  preparedQuery<TextValues, { readonly total: number }>({
    name: nameOf(shape),
    order: 'total',
    types,
    body: (given) => sql`${queryTables(given)} ${countOf(shape, given)}`,
  }),
);

const pages = oneEach((shape) =>
  preparedQuery<TextValues, TextRow>({
    name: nameOf(shape),
    order: 'rank desc, start_at, id',
    types,
    body: (given) => sql`${queryTables(given)},
      matching as materialized (
        select * from (${matching(shape, given)}) e
        ${shape.way === 'few' ? sql`limit ${given('few')} + 1` : sql``}
      ),
      total as materialized (
        select found, ${shape.way === 'counted' ? sql`(${countOf(shape, given)})` : sql`found`} as total
        from (select count(*)::int as found from matching) m
      ),
      ${pageOfMatching(shape, given)}
      select total.total, total.found, item.*
      from total left join (
        select item.*, page.rank from page, lateral (
          select ${listColumns(shape.hasCaller ? given('caller') : null)}
          from event e ${listJoins} where e.id = page.id limit 1
        ) item
      ) item on true`,
  }),
);
