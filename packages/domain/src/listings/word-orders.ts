import { forgivesTypos, isOneTypoAway } from '../search/typos.ts';
import { newSlotOrder } from './slot-order.ts';
import type { Terms } from './terms.ts';
import { countBefore } from './typed-arrays.ts';

/** Ways to find words of which only a part is right. */
export interface WordOrders {
  /** The numbers of all words that begin so. */
  beginningWith(beginning: string): Uint32Array;
  /** Those of the words one typo away in which a typo is forgiven. */
  oneTypoAway(typed: string): readonly number[];
}

/** The numbers of words in the order of a text of each. */
const textOrder = (textOf: (word: number) => string) => {
  const order = newSlotOrder((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  return {
    add: (words: readonly number[]) => order.change([], words),
    beginningWith: (beginning: string): Uint32Array => {
      const words = order.slots();
      const textAt = (index: number) => textOf(words[index] as number);
      const from = countBefore(words.length, (index) => textAt(index) < beginning);
      const count = countBefore(words.length - from, (index) => textAt(from + index).startsWith(beginning));
      return words.subarray(from, from + count);
    },
  };
};

const reverse = (word: string): string => [...word].reverse().join('');

export const newWordOrders = (words: Pick<Terms, 'count' | 'textOf'>): WordOrders => {
  const reversed: string[] = [];
  const byBeginning = textOrder(words.textOf);
  const byEnding = textOrder((word) => reversed[word] as string);
  /** Words are put in order when the first one is looked for after they came. */
  const learn = () => {
    const added: number[] = [];
    for (let word = reversed.length; word < words.count(); word += 1) {
      reversed.push(reverse(words.textOf(word)));
      added.push(word);
    }
    byBeginning.add(added);
    byEnding.add(added);
  };
  return {
    beginningWith: (beginning) => {
      learn();
      return byBeginning.beginningWith(beginning);
    },
    // A typo touches one letter or two neighbours, so it leaves the first letters or the last ones as they are.
    oneTypoAway: (typed) => {
      learn();
      const letters = [...typed];
      const half = Math.floor((letters.length - 1) / 2);
      if (half < 1) return [];
      const first = letters.slice(0, half).join('');
      const last = letters
        .slice(half + 1)
        .reverse()
        .join('');
      const candidates = new Set([...byBeginning.beginningWith(first), ...byEnding.beginningWith(last)]);
      return [...candidates].filter((word) => {
        const text = words.textOf(word);
        // A letter is one or two units long.
        const isNear = Math.abs(text.length - typed.length) <= 2;
        return isNear && forgivesTypos(text) && isOneTypoAway(text, typed);
      });
    },
  };
};
