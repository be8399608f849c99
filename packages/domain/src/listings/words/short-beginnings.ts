import { addWordSlot, type WordSlots } from '../slots/terms.ts';

/**
 * The slots of words that begin with the same letter or two, of beginnings that were asked for and are those of very many: they
 * are kept, as it takes long to collect them.
 */
export interface ShortBeginnings {
  find(beginning: string): WordSlots | undefined;
  /** Keeps them, if the beginning is short and so many postings were read for it that it pays. */
  learn(beginning: string, slots: WordSlots, postingCount: number): void;
  add(word: string, slot: number, isInTitle: boolean): void;
}

const shortLetters = 2;
/** Of the number of slots: so all that are kept take less than the postings. */
const keptShare = 1 / 4;

export const newShortBeginnings = (): ShortBeginnings => {
  const kept = new Map<string, WordSlots>();
  return {
    find: (beginning) => kept.get(beginning),
    learn: (beginning, slots, postingCount) => {
      const slotCount = slots.anywhere.length * 32;
      if (postingCount < slotCount * keptShare || [...beginning].length > shortLetters) return;
      kept.set(beginning, { anywhere: slots.anywhere.slice(), inTitle: slots.inTitle.slice() });
    },
    add: (word, slot, isInTitle) => {
      if (kept.size === 0) return;
      let beginning = '';
      for (const letter of [...word].slice(0, shortLetters)) {
        beginning += letter;
        const slots = kept.get(beginning);
        if (slots) addWordSlot(slots, slot, isInTitle);
      }
    },
  };
};
