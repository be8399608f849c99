import { offsetOf } from '@event-platform/domain';
import type { RawBuilder } from 'kysely';
import { cellCovering } from './geo/cell-covering.ts';
import { type BoxedArea, boxed, boxedAreaTypes } from './geo/within-area.ts';
import type { DiscoveryQuery } from './plan.ts';
import { toTitleQueries, toWordsQuery, weeksFrom } from './search/tsquery.ts';
import type { Reading } from './shape.ts';

/** The values that a statement may use; each statement takes the ones that its text names. */
export interface StatementValues extends BoxedArea {
  readonly endsAfter: Date;
  readonly startsBefore: Date;
  readonly category: string;
  readonly first: number;
  readonly count: number;
  /** The covering of the area, as ranges of cells. */
  readonly interiorLow: readonly number[];
  readonly interiorHigh: readonly number[];
  readonly boundaryLow: readonly number[];
  readonly boundaryHigh: readonly number[];
  /** The tsquery of the words. */
  readonly words: string;
  /** A tsquery of the weeks that a search reads. */
  readonly weeks: string | null;
  /** The start of the first of these weeks. */
  readonly weeksSince: Date;
  readonly allInTitle: string;
  readonly someInTitle: string;
  readonly rankedRows: number;
  readonly cap: number;
  /** The radius of a tile's inner circle. */
  readonly innerKm: number;
}

export type ValueName = keyof StatementValues;

/** The SQL of a value. */
export type GivenValue = (name: ValueName) => RawBuilder<unknown>;

export const valueTypes: Readonly<Record<ValueName, string>> = {
  ...boxedAreaTypes,
  endsAfter: 'timestamptz',
  startsBefore: 'timestamptz',
  category: 'text',
  first: 'int',
  count: 'int',
  interiorLow: 'int[]',
  interiorHigh: 'int[]',
  boundaryLow: 'int[]',
  boundaryHigh: 'int[]',
  words: 'tsquery',
  weeks: 'tsquery',
  weeksSince: 'timestamptz',
  allInTitle: 'tsquery',
  someInTitle: 'tsquery',
  rankedRows: 'int',
  cap: 'int',
  innerKm: 'float8',
};

/**
 * How many squares a covering has at most, about. Where every day is read for itself, few ranges are faster though more
 * events need the distance test. A total from the counters needs a fine one.
 */
const maxSquares: Partial<Record<Reading['kind'], number>> = {
  'live-start-order': 240,
  'start-order': 240,
  cells: 240,
  'day-cells': 32,
  'count-area': 64,
};

/** What a plan's statement is given for a query. */
export const valuesOf = ({ filter, page }: DiscoveryQuery, plan: Reading): Partial<StatementValues> => {
  const { area, category, endsAfter, startsBefore } = filter;
  return {
    endsAfter,
    first: offsetOf(page),
    count: page.limit,
    ...(startsBefore && { startsBefore }),
    ...(category !== null && { category }),
    ...(area && { ...boxed(area), ...coveringValues(area, plan) }),
    ...(filter.text && wordValues({ ...filter, text: filter.text }, plan)),
  };
};

const coveringValues = (area: Parameters<typeof cellCovering>[0], { kind }: Reading) => {
  const squares = maxSquares[kind];
  if (squares === undefined) return {};
  const { interior, boundary } = cellCovering(area, squares);
  return {
    interiorLow: interior.low,
    interiorHigh: interior.high,
    boundaryLow: boundary.low,
    boundaryHigh: boundary.high,
  };
};

const wordValues = (
  { text, endsAfter }: { readonly text: Parameters<typeof toWordsQuery>[0]; readonly endsAfter: Date },
  plan: Reading,
) => {
  const { all, some } = toTitleQueries(text);
  const { since, inWeeks } = weeksFrom(endsAfter, 'weeks' in plan ? plan.weeks : 0);
  return {
    words: toWordsQuery(text),
    weeks: inWeeks,
    weeksSince: since,
    allInTitle: all,
    someInTitle: some,
    ...('rankedRows' in plan && { rankedRows: plan.rankedRows }),
    ...('cap' in plan && { cap: plan.cap }),
  };
};
