import { forgivesTypos, isOneTypoAway, type TagCount, type Vocabulary } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isListed } from './find-page.ts';

/** Events whose words are compared at most: so many take about a second. */
const maxEvents = 20_000;

/** A typo touches one letter or two neighbours, so it leaves the first letters of a word or the last ones as they are. */
export const postgresVocabulary = (db: Database): Vocabulary => ({
  similarWords: async (typedWord, limit) => {
    const letters = [...typedWord];
    const half = Math.floor((letters.length - 1) / 2);
    if (half < 1) return [];
    const first = letters.slice(0, half).join('');
    const last = letters.slice(half + 1).join('');
    const { rows } = await sql<{ word: string }>`/* similar-words */
      select word from (
        select distinct word
        from (select e.words from event e where ${isListed} limit ${maxEvents}) e, unnest(tsvector_to_array(e.words)) word
        where char_length(word) between ${letters.length - 1} and ${letters.length + 1}
          and (starts_with(word, ${first}) or right(word, ${[...last].length}) = ${last})
      ) words
      order by word collate "C"`.execute(db);
    const words = rows.map(({ word }) => word);
    return words.filter((word) => forgivesTypos(word) && isOneTypoAway(word, typedWord)).slice(0, limit);
  },
  tagCounts: async (endsAfter, limit) => {
    const { rows } = await sql<TagCount>`/* tag-counts */
      select tag as slug, count(*)::int as events from event e, unnest(e.tags) tag
      where ${isListed} and e.end_at > ${endsAfter}
      group by tag order by events desc, tag collate "C" limit ${limit}`.execute(db);
    return rows;
  },
});
