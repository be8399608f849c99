import { type RawBuilder, sql } from 'kysely';
import { allLongitudes, longitudeSpans, withinArea } from '../geo/within-area.ts';
import type { Shape } from '../shape.ts';
import type { GivenValue } from '../statement-values.ts';

/** Conditions that narrow a list besides its earliest instant; null where the filter has none. */
export interface ListConditions {
  readonly inWindow: RawBuilder<unknown> | null;
  readonly ofCategory: RawBuilder<unknown> | null;
  /** The distance test. */
  readonly inArea: RawBuilder<unknown> | null;
}

/** The parts of a list's filter as SQL. */
export interface ListParts extends ListConditions {
  /** Whether the caller chose the earliest instant; otherwise it is now. */
  readonly isDated: boolean;
  /** The earliest instant: events that end after it. */
  readonly endsAfter: RawBuilder<unknown>;
  /** The latest instant: events that start before it. */
  readonly startsBefore: RawBuilder<unknown>;
  /** Which counters count the list's events, in each cell and in the world. */
  readonly counters: RawBuilder<boolean>;
  /** A table of `west` and `east`: the spans of longitude of the area, or of the globe. */
  readonly longitudes: RawBuilder<unknown>;
  readonly first: RawBuilder<unknown>;
  readonly count: RawBuilder<unknown>;
  /** `first` and `count` together. */
  readonly end: RawBuilder<unknown>;
}

export const listParts = ({ isDated, hasArea, hasCategory, hasEnd }: Shape, given: GivenValue): ListParts => {
  const startsBefore = hasEnd ? given('startsBefore') : sql`'infinity'::timestamptz`;
  return {
    isDated,
    endsAfter: given('endsAfter'),
    startsBefore,
    inWindow: hasEnd ? sql`e.start_at < ${startsBefore}` : null,
    ofCategory: hasCategory ? sql`e.category = ${given('category')}` : null,
    inArea: hasArea ? withinArea(given) : null,
    // The counters of all categories have an empty one, which a caller may ask for as well.
    counters: hasCategory
      ? sql`t.category = ${given('category')} and t.category <> ''`
      : sql<boolean>`t.category = ''`,
    longitudes: hasArea ? longitudeSpans(given) : allLongitudes,
    first: given('first'),
    count: given('count'),
    end: sql`(${given('first')} + ${given('count')})`,
  };
};

/** The conditions that there are. */
export const conditionsOf = ({
  inWindow,
  ofCategory,
  inArea,
}: ListConditions): readonly RawBuilder<unknown>[] =>
  [inWindow, ofCategory, inArea].filter((condition) => condition !== null);

/** The tables `interior` and `boundary`: the cell ranges of the covering, as `low` and `high`. */
export const coveringTables = (given: GivenValue): RawBuilder<unknown> => sql`
  interior as materialized (
    select low, high from unnest(${given('interiorLow')}, ${given('interiorHigh')}) r (low, high)
  ),
  boundary as materialized (
    select low, high from unnest(${given('boundaryLow')}, ${given('boundaryHigh')}) r (low, high)
  )`;

/** One page of matches with `id` and `start_at`, sorted by start. */
export const sortedPage = (
  matches: RawBuilder<unknown>,
  { first, count }: Pick<ListParts, 'first' | 'count'>,
): RawBuilder<unknown> => sql`
  select id, start_at from (${matches}) found order by start_at, id offset ${first} limit ${count}`;

/** The tables `total` and `page` of a table `found` that holds all matches. */
export const pageTables = (parts: Pick<ListParts, 'first' | 'count'>): RawBuilder<unknown> => sql`
  total as materialized (select count(*)::int as total from found),
  page as materialized (${sortedPage(sql`select * from found`, parts)})`;
