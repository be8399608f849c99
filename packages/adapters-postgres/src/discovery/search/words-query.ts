import { type RawBuilder, sql } from 'kysely';
import type { GivenValue } from '../statement-values.ts';

/** The table `query`: one row with the tsquery of the words, and with that of the words in some weeks. */
export const wordsQueryTables = (given: GivenValue, hasWeeks: boolean): RawBuilder<unknown> => sql`
  query as materialized (
    select words, ${hasWeeks ? sql`words && ${given('weeks')}` : sql`words`} as in_weeks
    from (select ${given('words')} as words offset 0) q
  )`;
