import { forgivesTypos, isOneTypoAway, type TagCount, type Vocabulary } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isListed } from './find-page.ts';

/** Events whose words are compared at most: so many take about a second. */
const maxEvents = 20_000;

/** A typo touches one letter or two neighbours, so it leaves the first letters of a word or the last ones as they are. */
const halvesOf = (word: string) => {
  const letters = [...word];
  const half = Math.floor((letters.length - 1) / 2);
  return {
    letters: letters.length,
    first: letters.slice(0, half).join(''),
    last: letters.slice(half + 1).join(''),
  };
};

export const postgresVocabulary = (db: Database): Vocabulary => ({
  similarWords: async (typedWords, limit) => {
    const halves = JSON.stringify(typedWords.map(halvesOf));
    const { rows } = await sql<{ nr: number; word: string }>`/* similar-words */
      select typed.nr::int, word from (
        select distinct word
        from (select e.words from event e where ${isListed} limit ${maxEvents}) e, unnest(tsvector_to_array(e.words)) word
      ) words
      join rows from (json_to_recordset(${halves}) as (letters int, first text, last text))
        with ordinality typed (letters, first, last, nr)
        on typed.first <> '' and char_length(word) between letters - 1 and letters + 1
          and (starts_with(word, first) or right(word, char_length(last)) = last)
      order by word collate "C"`.execute(db);
    return typedWords.map((typedWord, index) => {
      const words = rows.filter(({ nr }) => nr === index + 1).map(({ word }) => word);
      return words.filter((word) => forgivesTypos(word) && isOneTypoAway(word, typedWord)).slice(0, limit);
    });
  },
  tagCounts: async (endsAfter, limit) => {
    const { rows } = await sql<TagCount>`/* tag-counts */
      select tag as slug, count(*)::int as events from event e, unnest(e.tags) tag
      where ${isListed} and e.end_at > ${endsAfter}
      group by tag order by events desc, tag collate "C" limit ${limit}`.execute(db);
    return rows;
  },
});
