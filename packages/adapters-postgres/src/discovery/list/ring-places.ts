import { type RawBuilder, sql } from 'kysely';
import { currentSnapshot } from '../pages/snapshot.ts';
import type { GivenValue } from '../statement-values.ts';

/**
 * One row with the places of the matches, one more than `count` at most: as two arrays of the same length.
 * @param matches rows of `lat` and `lng`
 */
export const ringPlaces = (matches: RawBuilder<unknown>, given: GivenValue): RawBuilder<unknown> => sql`
  found as materialized (select * from (${matches}) e limit ${given('count')} + 1)
  select ${currentSnapshot} as snapshot, coalesce((select array_agg(lat) from found), '{}') as lats,
    coalesce((select array_agg(lng) from found), '{}') as lngs`;
