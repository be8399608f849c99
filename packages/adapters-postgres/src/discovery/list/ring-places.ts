import { type RawBuilder, sql } from 'kysely';
import { cellMatches } from './area-cells.ts';
import type { ListParts } from './list-parts.ts';

/** One row with the places of the matches, one more than `count` at most: as two arrays of the same length. */
export const ringPlaces = (parts: ListParts, snapshot: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  found as materialized (
    select * from (${cellMatches(parts, sql`e.lat, e.lng`)}) e limit ${parts.count} + 1
  )
  select ${snapshot} as snapshot, coalesce((select array_agg(lat) from found), '{}') as lats,
    coalesce((select array_agg(lng) from found), '{}') as lngs`;
