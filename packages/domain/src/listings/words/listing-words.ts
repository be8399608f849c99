import type { SearchDocument } from '../../search/search-document.ts';
import type { Term, TextQuery } from '../../search/text-query.ts';
import { intersect, type NewSet, type SlotSet, unite } from '../slots/slot-set.ts';
import { newTerms, type WordSlots } from '../slots/terms.ts';
import { newShortBeginnings } from './short-beginnings.ts';
import { newWordOrders } from './word-orders.ts';

/** The listings that a text matches. */
export interface TextMatches {
  readonly slots: SlotSet;
  /** Where all groups match in the title, and where some do; also slots that the text does not match. */
  readonly allInTitle: SlotSet;
  readonly someInTitle: SlotSet;
}

/** The words of listings. */
export interface ListingWords {
  add(slot: number, document: SearchDocument): void;
  matching(text: TextQuery, newSet: NewSet): TextMatches;
  /** Words one typo away that a live listing holds, by code point, at most `limit`. */
  similarWords(typed: string, limit: number, live: SlotSet): readonly string[];
  /** Gives slots their new numbers. @param newSlots negative for slots that are forgotten */
  renumber(newSlots: Int32Array): void;
}

/** By code point, which is not by code unit where a letter has two. */
const compareCodePoints = (one: string, other: string): number => {
  const [letters, others] = [[...one], [...other]];
  const index = letters.findIndex((letter, at) => letter !== others[at]);
  const pointOf = (letter: string | undefined) => letter?.codePointAt(0) ?? -1;
  return index < 0 ? -1 : pointOf(letters[index]) - pointOf(others[index]);
};

export const newListingWords = (): ListingWords => {
  const terms = newTerms();
  let orders = newWordOrders(terms);
  let beginnings = newShortBeginnings();

  const beginningWith = (beginning: string, newSet: NewSet): WordSlots => {
    const known = beginnings.find(beginning);
    if (known) return known;
    const slots = { anywhere: newSet(), inTitle: newSet() };
    let count = 0;
    for (const word of orders.beginningWith(beginning)) count += terms.collect(word, slots);
    beginnings.learn(beginning, slots, count);
    return slots;
  };
  const matchingGroup = (group: readonly Term[], newSet: NewSet): WordSlots => {
    const slots = { anywhere: newSet(), inTitle: newSet() };
    for (const { word, prefix } of group) {
      const known = terms.find(word);
      if (prefix) {
        const { anywhere, inTitle } = beginningWith(word, newSet);
        unite(slots.anywhere, anywhere);
        unite(slots.inTitle, inTitle);
      } else if (known !== undefined) terms.collect(known, slots);
    }
    return slots;
  };

  const add = (word: string, slot: number, isInTitle: boolean) => {
    terms.add(word, slot, isInTitle);
    beginnings.add(word, slot, isInTitle);
  };

  return {
    add: (slot, { title, other }) => {
      for (const word of title) add(word, slot, true);
      for (const word of other) add(word, slot, false);
    },
    matching: ([first, ...others], newSet) => {
      const { anywhere: slots, inTitle: allInTitle } = matchingGroup(first ?? [], newSet);
      const someInTitle = newSet();
      unite(someInTitle, allInTitle);
      for (const group of others) {
        const { anywhere, inTitle } = matchingGroup(group, newSet);
        intersect(slots, anywhere);
        intersect(allInTitle, inTitle);
        unite(someInTitle, inTitle);
      }
      return { slots, allInTitle, someInTitle };
    },
    similarWords: (typed, limit, live) => {
      const isHeld = (word: number) => terms.countIn(word, live) > 0;
      const words = orders.oneTypoAway(typed).filter(isHeld).map(terms.textOf);
      return words.sort(compareCodePoints).slice(0, limit);
    },
    renumber: (newSlots) => {
      terms.renumber(newSlots);
      orders = newWordOrders(terms);
      beginnings = newShortBeginnings();
    },
  };
};
