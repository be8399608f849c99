import type { Vocabulary } from '../../src/ports/events/vocabulary.ts';
import type { MemoryListings } from './memory-listings.ts';

export const memoryVocabulary = (listings: MemoryListings): Vocabulary => ({
  similarWords: async (words, limit) => words.map((word) => listings.similarWords(word, limit)),
  tagCounts: async (endsAfter, limit) => listings.tagCounts(endsAfter, limit),
});
