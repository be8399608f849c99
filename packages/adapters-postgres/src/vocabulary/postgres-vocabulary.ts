import { isOneTypoAway, type Vocabulary } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { lexemeOf } from './lexeme.ts';

/** Words with one beginning or ending that are compared; real languages have some hundred. */
const maxCandidates = 5_000;

/**
 * A typo touches one letter or two neighbours, so it leaves the first letters of a word or the last ones as they are: these are
 * found by an index each. (The pigeonhole principle; a deletion index takes ten times the space and the time.)
 */
export const postgresVocabulary = (db: Database): Vocabulary => ({
  similarWords: async (typedWord, limit) => {
    const letters = [...typedWord];
    const beginning = Math.floor((letters.length - 1) / 2);
    const ending = letters.length - 1 - beginning;
    if (beginning < 1) return [];
    const first = letters.slice(0, beginning).join('');
    const last = letters.slice(-ending).reverse().join('');
    // U+10FFFF: after every word that begins so.
    const { rows } = await sql<{ word: string }>`/* vocabulary-candidates */
      with candidate as (
        (
          select v.word from generate_series(${letters.length - 1}::int, ${letters.length + 1}::int) length, lateral (
            select word from vocabulary where char_length(word) = length
              and word collate "C" >= ${first} and word collate "C" < ${first} || chr(1114111) offset 0
          ) v limit ${maxCandidates}
        )
        union
        (
          select v.word from generate_series(${letters.length - 1}::int, ${letters.length + 1}::int) length, lateral (
            select word from vocabulary where char_length(word) = length
              and reverse(word) collate "C" >= ${last} and reverse(word) collate "C" < ${last} || chr(1114111) offset 0
          ) v limit ${maxCandidates}
        )
      )
      select word from candidate`.execute(db);
    const similar = rows.map(({ word }) => word).filter((word) => isOneTypoAway(word, typedWord));
    return similar.length === 0 ? [] : await heldWords(db, similar, limit);
  },
});

/**
 * Those that a listed event holds: every word that no event has released, and of the released ones those that another event
 * holds. A materialized table is planned as if all its rows were wanted: for a single row the planner would read the table.
 */
const heldWords = async (
  db: Database,
  words: readonly string[],
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ word: string }>`/* vocabulary-held */
    with word as materialized (select * from unnest(${[...words]}::text[]) word (word)),
    releases as materialized (select word from released_word where word in (select word from word))
    select word from word
    where word not in (select word from releases) or (
      with holders as materialized (
        select from event_words e where e.words @@ ${lexemeOf(sql`word.word`)}::tsquery
      )
      select exists (select from holders)
    )
    order by word collate "C" limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
};
