import { defineEntity, p } from '@mikro-orm/core';

/**
 * The words of listed events in which typos are forgiven, with their deletions: the word without one of its
 * letters (SymSpell). Triggers of the event table add them; the sweep forgets them.
 */
export const VocabularyWord = defineEntity({
  name: 'VocabularyWord',
  tableName: 'vocabulary',
  properties: { word: p.text().primary(), deletions: p.array().columnType('text[]').$type<string[]>() },
  indexes: [
    {
      name: 'vocabulary_deletions_index',
      expression:
        'create index vocabulary_deletions_index on vocabulary using gin (deletions) with (gin_pending_list_limit = 128)',
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
