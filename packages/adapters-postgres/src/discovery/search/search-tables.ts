import { type RawBuilder, sql } from 'kysely';
import { isBeyond } from '../geo/within-area.ts';
import { ringPlaces } from '../list/ring-places.ts';
import { currentSnapshot } from '../pages/snapshot.ts';
import type { Shape } from '../shape.ts';
import type { GivenValue } from '../statement-values.ts';
import { allMatches, placesOf, upcomingMatches } from './match-words.ts';
import { rankedPage } from './rank-matches.ts';
import { wordsQueryTables } from './words-query.ts';

/**
 * The tables `total` and `page` of a search: the number of the matches that were read, with the end of the first that
 * ends, and the page of these.
 */
const searchTables = (
  shape: Shape,
  given: GivenValue,
  matches: RawBuilder<unknown>,
  hasWeeks = false,
): RawBuilder<unknown> => sql`${wordsQueryTables(given, hasWeeks)},
  matching as materialized (select * from (${matches}) e),
  total as materialized (select count(*)::int as total, min(end_at) as next_end from matching),
  ${rankedPage(shape, given)}`;

export const searchAll = (shape: Shape, given: GivenValue): RawBuilder<unknown> =>
  searchTables(shape, given, allMatches(shape, given));

/** One row more than the cap tells that there are more. */
export const searchCapped = (shape: Shape, given: GivenValue): RawBuilder<unknown> =>
  searchTables(shape, given, sql`${allMatches(shape, given)} limit ${given('cap')} + 1`);

export const searchUpcoming = (shape: Shape, given: GivenValue): RawBuilder<unknown> =>
  searchTables(shape, given, upcomingMatches(shape, given), true);

/** One row with the `total` of all matches, and what it is based on (`CountBasis`). */
export const matchCount = (shape: Shape, given: GivenValue): RawBuilder<unknown> => sql`
  ${wordsQueryTables(given, false)}
  select count(*)::int as total, min(end_at) as next_end, ${currentSnapshot} as snapshot
  from (${allMatches(shape, given)}) e`;

/** One row with the places of the matches in the area that are farther than `innerKm` from its middle. */
export const matchesBeyond = (shape: Shape, given: GivenValue): RawBuilder<unknown> => sql`
  ${wordsQueryTables(given, false)},
  ${ringPlaces(sql`select * from (${allMatches(shape, given, placesOf)}) e where ${isBeyond(given, given('innerKm'))}`, given)}`;
