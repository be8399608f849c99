import { deletions, type SearchDocument, type Vocabulary } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';

/** Words that share a deletion with a query's word (SymSpell), from the deletion index. */
export const postgresVocabulary = (db: Database): Vocabulary => ({
  sharingDeletion: async (wanted, limit) => {
    // Counted and not tested for existence: the planner would read the table for the first match of a rare word.
    // `offset 0` keeps the planner on the deletion index: it expects so many rows that it would read all words in order.
    const { rows } = await sql<{ word: string }>`/* vocabulary-sharing-deletion */
      select word from (select word from vocabulary where deletions && ${[...wanted]}::text[] offset 0) near
      where (
        select count(*) from event_words e
        where e.words @@ ('''' || replace(replace(near.word, E'\\\\', E'\\\\\\\\'), '''', '''''') || '''')::tsquery
      ) > 0
      order by word collate "C" limit ${limit}`.execute(db);
    return rows.map(({ word }) => word);
  },
});

/**
 * Adds the words of documents before these are written. Words of a document that is then not written do no harm, so
 * this needs no transaction.
 */
export const learnWords = async (db: Database, documents: readonly SearchDocument[]): Promise<void> => {
  const words = [...new Set(documents.flatMap(({ title, other }) => [...title, ...other]))];
  if (words.length === 0) return;
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) word
    where not exists (select from vocabulary where vocabulary.word = word.word)`.execute(db);
  if (rows.length === 0) return;
  // Sorted, so that two writers of the same new words cannot deadlock.
  const fresh = rows.map(({ word }) => ({ word, deletions: deletions(word) }));
  fresh.sort((one, other) => (one.word < other.word ? -1 : 1));
  await sql`
    insert into vocabulary (word, deletions)
    select word, deletions from json_to_recordset(${JSON.stringify(fresh)}::json) as fresh (word text, deletions text[])
    on conflict do nothing`.execute(db);
};
