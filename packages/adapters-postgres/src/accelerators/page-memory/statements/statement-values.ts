import { offsetOf } from '@event-platform/domain';
import { circleValues } from '../../../discovery/circle-box.ts';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import { toTitleQueries, toWordsQuery, weeksFrom } from '../../../vocabulary/tsquery.ts';
import { cellCovering } from '../geo/cell-covering.ts';
import type { Statement } from './statement-kind.ts';

/** The types of the values that a statement may use; each statement takes the ones that its text names. */
export const valueTypes = {
  endsAfter: 'timestamptz',
  startsBefore: 'timestamptz',
  recentSince: 'timestamptz',
  category: 'text',
  series: 'uuid',
  attendance: 'text[]',
  organizer: 'uuid',
  /** The category of the counters: empty for all. */
  counters: 'text',
  first: 'int',
  count: 'int',
  /** See `circleValues`. */
  circle: 'float8[]',
  /** A tile's inner circle. */
  innerCircle: 'float8[]',
  /** The covering of the area, as ranges of cells. */
  interiorLow: 'int[]',
  interiorHigh: 'int[]',
  boundaryLow: 'int[]',
  boundaryHigh: 'int[]',
  words: 'tsquery',
  /** The weeks that a search reads. */
  weeks: 'tsquery',
  /** The start of the first of these weeks. */
  weeksSince: 'timestamptz',
  allInTitle: 'tsquery',
  someInTitle: 'tsquery',
  rankedRows: 'int',
  cap: 'int',
} as const;

export type ValueName = keyof typeof valueTypes;
export type StatementValues = Partial<Readonly<Record<ValueName, unknown>>>;

/**
 * How many squares a covering has at most, about. Where every day is read for itself, few ranges are faster though more
 * events need the distance test. A total from the counters needs a fine one.
 */
const maxSquares: Partial<Record<Statement['kind'], number>> = {
  'live-start-order': 240,
  'start-order': 240,
  cells: 240,
  'day-cells': 32,
  'count-area': 64,
};

export const valuesOf = ({ filter, page }: DiscoveryQuery, statement: Statement): StatementValues => {
  const { area, category, attendance, organizer, endsAfter, startsBefore, recentSince } = filter;
  return {
    endsAfter,
    startsBefore,
    recentSince,
    category,
    series: filter.series,
    attendance: attendance ?? null,
    organizer,
    // An empty category is one that no event has.
    counters: category === '' ? null : (category ?? ''),
    first: offsetOf(page),
    count: page.limit,
    ...(area && { circle: circleValues(area), ...coveringValues(area, statement) }),
    ...(filter.text && wordValues({ ...filter, text: filter.text }, statement)),
  };
};

const coveringValues = (area: Parameters<typeof cellCovering>[0], { kind }: Statement): StatementValues => {
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
  statement: Statement,
): StatementValues => {
  const { all, some } = toTitleQueries(text);
  const { since, inWeeks } = weeksFrom(endsAfter, 'weeks' in statement ? statement.weeks : 0);
  return {
    words: toWordsQuery(text),
    weeks: inWeeks,
    weeksSince: since,
    allInTitle: all,
    someInTitle: some,
    ...('rankedRows' in statement && { rankedRows: statement.rankedRows }),
    ...('cap' in statement && { cap: statement.cap }),
  };
};
