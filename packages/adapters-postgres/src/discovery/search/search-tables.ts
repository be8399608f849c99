import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../shape.ts';
import type { GivenValue } from '../statement-values.ts';
import { allMatches, upcomingMatches } from './match-words.ts';
import { rankedPage } from './rank-matches.ts';
import { wordsQueryTables } from './words-query.ts';

/** The tables `total` and `page` of a search; `total` has the matches counted, and the rows `found` for the page. */
const searchTables = (
  shape: Shape,
  given: GivenValue,
  matches: RawBuilder<unknown>,
  { total = sql`found`, hasWeeks = false }: { total?: RawBuilder<unknown>; hasWeeks?: boolean } = {},
): RawBuilder<unknown> => sql`${wordsQueryTables(given, hasWeeks)},
  matching as materialized (select * from (${matches}) e),
  total as materialized (
    select found, ${total} as total from (select count(*)::int as found from matching) m
  ),
  ${rankedPage(shape, given)}`;

export const searchAll = (shape: Shape, given: GivenValue): RawBuilder<unknown> =>
  searchTables(shape, given, allMatches(shape, given));

/** One row more than the cap tells that there are more. */
export const searchCapped = (shape: Shape, given: GivenValue): RawBuilder<unknown> =>
  searchTables(shape, given, sql`${allMatches(shape, given)} limit ${given('cap')} + 1`);

export const searchUpcoming = (shape: Shape, given: GivenValue): RawBuilder<unknown> =>
  searchTables(shape, given, upcomingMatches(shape, given), { hasWeeks: true });

export const searchUpcomingCounted = (shape: Shape, given: GivenValue): RawBuilder<unknown> =>
  searchTables(shape, given, upcomingMatches(shape, given), {
    total: sql`(select count(*)::int from (${allMatches(shape, given)}) e)`,
    hasWeeks: true,
  });

/** One row with the `total` of all matches. */
export const matchCount = (shape: Shape, given: GivenValue): RawBuilder<unknown> => sql`
  ${wordsQueryTables(given, false)}
  select count(*)::int as total from (${allMatches(shape, given)}) e`;
