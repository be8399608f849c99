import { type RawBuilder, sql } from 'kysely';
import type { GivenValue } from '../statement-values.ts';
import { lexemeOf } from './lexeme.ts';

/** A prefix of at most so many words is searched as these words: the index reads the matches of a prefix twice. */
const maxExpansion = 4;
/** Greater than any text after a prefix. */
const greatest = sql.lit('\u{10FFFF}');

/**
 * The table `query`: one row with the tsquery of the words, and with that of the words in some weeks. A prefix is expanded
 * in the same snapshot as the matches are read: every word of a listed event is in the vocabulary as long as the event is.
 */
export const wordsQueryTables = (given: GivenValue, hasWeeks: boolean): RawBuilder<unknown> => {
  const prefix = given('prefix');
  return sql`
    expansion as materialized (
      select word from vocabulary
      where word collate "C" >= ${prefix} and word collate "C" < ${prefix} || ${greatest}
      order by word collate "C" limit ${sql.lit(maxExpansion + 1)}
    ),
    query as materialized (
      select words, ${hasWeeks ? sql`words && ${given('weeks')}` : sql`words`} as in_weeks
      from (
        select (${given('wordsBefore')} || coalesce((
          select case when count(*) between 1 and ${sql.lit(maxExpansion)}
            then '(' || string_agg(${lexemeOf(sql`word`)}, ' | ') || ')'
            else ${lexemeOf(prefix)} || ':*' end
          from expansion
        ), '') || ${given('wordsAfter')})::tsquery as words offset 0
      ) q
    )`;
};
