import { defineEntity, p } from '@mikro-orm/core';

/**
 * The words of listed events in which typos are forgiven. Triggers of the event table add them; the sweep forgets them. The
 * indexes find words of nearly the same length by their beginning or their ending.
 */
export const VocabularyWord = defineEntity({
  name: 'VocabularyWord',
  tableName: 'vocabulary',
  properties: { word: p.text().primary() },
  indexes: [
    {
      name: 'vocabulary_beginning_index',
      expression:
        'create index vocabulary_beginning_index on vocabulary (char_length(word), word collate "C")',
    },
    {
      name: 'vocabulary_ending_index',
      expression:
        'create index vocabulary_ending_index on vocabulary (char_length(word), reverse(word) collate "C")',
    },
  ],
});

/** A word that some listed event held and holds no more; another event may. */
export const ReleasedWord = defineEntity({
  name: 'ReleasedWord',
  tableName: 'released_word',
  properties: { id: p.bigint().primary().autoincrement(), word: p.text() },
});

/** How many words were forgotten since the indexes of words were built; at most one row. */
export const ForgottenWords = defineEntity({
  name: 'ForgottenWords',
  tableName: 'forgotten_words',
  properties: { id: p.integer().primary().autoincrement(false), words: p.integer() },
});
