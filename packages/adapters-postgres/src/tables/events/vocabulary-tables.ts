import { defineEntity, p } from '@mikro-orm/core';
import { sqlIndexes } from '../columns.ts';

/**
 * The words of listed events in which typos are forgiven. Triggers of the event table add them; the sweep forgets them. The
 * indexes find words of nearly the same length by their beginning or their ending.
 */
export const VocabularyWord = defineEntity({
  name: 'VocabularyWord',
  tableName: 'vocabulary',
  properties: { word: p.text().primary() },
  indexes: sqlIndexes('vocabulary_beginning_index', 'vocabulary_ending_index'),
});

/** A word that some listed event held and holds no more; another event may. */
export const ReleasedWord = defineEntity({
  name: 'ReleasedWord',
  properties: { id: p.bigint().primary().autoincrement(), word: p.text() },
});

/** How many words were forgotten since the indexes of words were built; at most one row. */
export const ForgottenWords = defineEntity({
  name: 'ForgottenWords',
  properties: { id: p.integer().primary().autoincrement(false), words: p.integer() },
});
