import type { Vocabulary } from '../../src/ports/events/vocabulary.ts';
import { forgivesTypos, isOneTypoAway } from '../../src/search/typos.ts';
import type { Tables } from '../tables.ts';

export const memoryVocabulary = ({ documents, events }: Tables): Vocabulary => ({
  similarWords: async (input, limit) => {
    const texts = events
      .rows()
      .filter(
        ({ visibility, status, takenDown }) =>
          visibility === 'public' && status === 'scheduled' && takenDown === null,
      )
      .flatMap(({ id }) => documents.get(id) ?? []);
    const words = new Set(texts.flatMap(({ title, other }) => [...title, ...other]));
    return [...words]
      .filter((word) => forgivesTypos(word) && isOneTypoAway(word, input))
      .sort()
      .slice(0, limit);
  },
});
