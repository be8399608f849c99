import type { Vocabulary } from '../src/ports/vocabulary.ts';
import { deletions } from '../src/search/typos.ts';
import type { Tables } from './tables.ts';

export const memoryVocabulary = ({ documents }: Tables): Vocabulary => ({
  sharingDeletion: async (wanted, limit) => {
    const words = new Set(documents.rows().flatMap(({ title, other }) => [...title, ...other]));
    return [...words]
      .filter((word) => deletions(word).some((left) => wanted.includes(left)))
      .sort()
      .slice(0, limit);
  },
});
