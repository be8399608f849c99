import type { Vocabulary } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { lexemeOf } from './lexeme.ts';

/** Words that share a deletion with a query's word (SymSpell), from the deletion index. */
export const postgresVocabulary = (db: Database): Vocabulary => ({
  sharingDeletion: async (wanted, limit) => {
    // A word that was not released is held by an event. Of the others the index finds all events, and the first one decides:
    // a materialized table is planned as if all its rows were wanted. For a single row, or for the first words in order, the
    // planner would read the table. After many events went, most released words are others: one pass keeps those nearby.
    const { rows } = await sql<{ word: string }>`/* vocabulary-sharing-deletion */
      with near as materialized (select word from vocabulary where deletions && ${[...wanted]}::text[]),
      released as materialized (select word from released_word where word in (select word from near))
      select word from near
      where word not in (select word from released) or (
        with holding as materialized (
          select from event_words e where e.words @@ ${lexemeOf(sql`near.word`)}::tsquery
        )
        select exists (select from holding)
      )
      order by word collate "C" limit ${limit}`.execute(db);
    return rows.map(({ word }) => word);
  },
});
