import { newPostings } from './postings.ts';

/** Texts that many listings have in common, numbered as they come, with the slots of these: words, organizers, series. */
export interface Terms {
  count(): number;
  find(text: string): number | undefined;
  textOf(term: number): string;
  /** @param isInTitle whether this word is in the title of that listing */
  add(text: string, slot: number, isInTitle: boolean): void;
  /** The slots of a text, each once, as {@link slotIn} and {@link isInTitle} read them; those of listings that are gone, too. */
  postings(term: number): readonly Uint32Array[];
  /** Gives slots their new numbers and forgets texts that have none. @param newSlots negative for slots that are forgotten */
  renumber(newSlots: Int32Array): void;
}

export const slotIn = (posting: number): number => posting >>> 1;
export const isInTitle = (posting: number): boolean => (posting & 1) === 1;

export const newTerms = (): Terms => {
  let numbers = new Map<string, number>();
  let texts: string[] = [];
  let postings = newPostings();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return {
    count: () => texts.length,
    find: (text) => numbers.get(text),
    textOf: (term) => texts[term] as string,
    add: (text, slot, isInTitle) => postings.add(numberOf(text), slot * 2 + (isInTitle ? 1 : 0)),
    postings: (term) => postings.blocks(term),
    renumber: (newSlots) => {
      const [oldTexts, oldPostings] = [texts, postings];
      [numbers, texts, postings] = [new Map(), [], newPostings()];
      for (const [term, text] of oldTexts.entries()) {
        let number: number | undefined;
        for (const block of oldPostings.blocks(term))
          for (const posting of block) {
            const slot = newSlots[slotIn(posting)] as number;
            if (slot < 0) continue;
            number ??= numberOf(text);
            postings.add(number, slot * 2 + (posting & 1));
          }
      }
    },
  };
};
