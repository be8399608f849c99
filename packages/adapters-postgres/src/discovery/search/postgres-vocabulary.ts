import type { Vocabulary } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { lexemeOf } from './lexeme.ts';

/** Words that share a deletion with a query's word (SymSpell), from the deletion index. */
export const postgresVocabulary = (db: Database): Vocabulary => ({
  sharingDeletion: async (wanted, limit) => {
    // Whether an event has a word is asked of a materialized table, which the planner makes as if all its rows were wanted: for
    // the first one alone it would read the table. The index finds them all, but only the first is visited.
    // `offset 0` keeps the planner on the deletion index: it expects so many rows that it would read all words in order.
    const { rows } = await sql<{ word: string }>`/* vocabulary-sharing-deletion */
      select word from (select word from vocabulary where deletions && ${[...wanted]}::text[] offset 0) near
      where (
        with used as materialized (
          select from event_words e where e.words @@ ${lexemeOf(sql`near.word`)}::tsquery
        )
        select exists (select from used)
      )
      order by word collate "C" limit ${limit}`.execute(db);
    return rows.map(({ word }) => word);
  },
});
