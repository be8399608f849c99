import { newPostings } from './postings.ts';
import { addSlot, countOfBoth, hasSlot, newSlotSet, type SlotSet, slotsOf, unite } from './slot-set.ts';
import { withRoom } from './typed-arrays.ts';

/** The slots of a word or of some, and those of them where it, or one of them, is in the title. */
export interface WordSlots {
  anywhere: SlotSet;
  inTitle: SlotSet;
}

/** Texts that many listings have in common, numbered as they come, with the slots of these: words, organizers, series, tags. */
export interface Terms {
  count(): number;
  find(text: string): number | undefined;
  textOf(term: number): string;
  /** Returns the number of the text. @param isInTitle whether this word is in the title of that listing */
  add(text: string, slot: number, isInTitle: boolean): number;
  /** Adds the slots of a text to others, those of listings that are gone, too; returns how many it has. */
  collect(term: number, slots: WordSlots): number;
  /** How many slots of a text are in a set. */
  countIn(term: number, set: SlotSet): number;
  /**
   * Gives slots their new numbers, and forgets texts that have none: the others have new numbers, too.
   * @param newSlots negative for slots that are forgotten
   */
  renumber(newSlots: Int32Array): void;
}

/** Two sets take less than the numbers of so large a share of all slots, and are collected at once. */
const denseShare = 1 / 16;

const newWordSlots = (slotCount: number): WordSlots => ({
  anywhere: newSlotSet(slotCount),
  inTitle: newSlotSet(slotCount),
});

const noSlots = newWordSlots(0);

/** Adds a slot to sets that may have no room for it. */
export const addWordSlot = (slots: WordSlots, slot: number, isInTitle: boolean): void => {
  slots.anywhere = withRoom(slots.anywhere, (slot >>> 5) + 1);
  slots.inTitle = withRoom(slots.inTitle, (slot >>> 5) + 1);
  addSlot(slots.anywhere, slot);
  if (isInTitle) addSlot(slots.inTitle, slot);
};

/** Many are put in order by a set of them, some ten times as fast as by sorting. @param bound more than each */
const ascending = (values: readonly number[], bound: number): Uint32Array => {
  if (values.length < bound / 256) return Uint32Array.from(values).sort();
  const set = newSlotSet(bound);
  for (const value of values) addSlot(set, value);
  return slotsOf(set);
};

export const newTerms = (): Terms => {
  let numbers = new Map<string, number>();
  let texts: string[] = [];
  /** Of each slot twice its number, and one more where the word is in the title. */
  let postings = newPostings();
  /** The slots of texts that very many listings had when slots were last renumbered; these have no postings. */
  let dense = new Map<number, WordSlots>();

  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  const add: Terms['add'] = (text, slot, isInTitle) => {
    const term = numberOf(text);
    const slots = dense.get(term);
    if (slots) addWordSlot(slots, slot, isInTitle);
    else postings.add(term, slot * 2 + (isInTitle ? 1 : 0));
    return term;
  };
  const collect: Terms['collect'] = (term, { anywhere, inTitle }) => {
    const slots = dense.get(term);
    if (slots) {
      unite(anywhere, slots.anywhere);
      unite(inTitle, slots.inTitle);
      return anywhere.length * 32 * denseShare;
    }
    postings.forEach(term, (posting) => {
      addSlot(anywhere, posting >>> 1);
      if ((posting & 1) === 1) addSlot(inTitle, posting >>> 1);
    });
    return postings.count(term);
  };

  return {
    count: () => texts.length,
    find: (text) => numbers.get(text),
    textOf: (term) => texts[term] as string,
    add,
    collect,
    countIn: (term, set) => {
      const slots = dense.get(term);
      if (slots) return countOfBoth(slots.anywhere, set);
      let count = 0;
      postings.forEach(term, (posting) => {
        if (hasSlot(set, posting >>> 1)) count += 1;
      });
      return count;
    },
    renumber: (newSlots) => {
      const [oldTexts, oldPostings, oldDense] = [texts, postings, dense];
      [numbers, texts, postings, dense] = [new Map(), [], newPostings(), new Map()];
      const slotCount = newSlots.filter((slot) => slot >= 0).length;
      for (const [term, text] of oldTexts.entries()) {
        const kept: number[] = [];
        const keep = (slot: number, isInTitle: number) => {
          const newSlot = newSlots[slot] as number;
          if (newSlot >= 0) kept.push(newSlot * 2 + isInTitle);
        };
        oldPostings.forEach(term, (posting) => keep(posting >>> 1, posting & 1));
        const { anywhere, inTitle } = oldDense.get(term) ?? noSlots;
        for (const slot of slotsOf(anywhere)) keep(slot, Number(hasSlot(inTitle, slot)));
        if (kept.length === 0) continue;
        const number = numberOf(text);
        if (kept.length > slotCount * denseShare) dense.set(number, newWordSlots(slotCount));
        for (const posting of ascending(kept, slotCount * 2)) add(text, posting >>> 1, (posting & 1) === 1);
      }
    },
  };
};
