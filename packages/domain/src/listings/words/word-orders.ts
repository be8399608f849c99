import { forgivesTypos, isOneTypoAway } from '../../search/typos.ts';
import { newSlotOrder } from '../slots/slot-order.ts';
import type { Terms } from '../slots/terms.ts';
import { countBefore } from '../slots/typed-arrays.ts';

/** Ways to find words of which only a part is right. */
export interface WordOrders {
  /** The numbers of all words that begin so. */
  beginningWith(beginning: string): Uint32Array;
  /** Those of the words one typo away in which a typo is forgiven. */
  oneTypoAway(typed: string): readonly number[];
}

/** An order of texts in which those that have a part in common are side by side. */
interface TextOrder {
  readonly compare: (one: string, other: string) => number;
  readonly has: (text: string, part: string) => boolean;
}

const byBeginnings: TextOrder = {
  compare: (one, other) => (one < other ? -1 : 1),
  has: (text, part) => text.startsWith(part),
};

const byEndings: TextOrder = {
  // From the last unit on, without a copy of each word.
  compare: (one, other) => {
    for (let back = 1; back <= one.length && back <= other.length; back += 1) {
      const difference = one.charCodeAt(one.length - back) - other.charCodeAt(other.length - back);
      if (difference !== 0) return difference;
    }
    return one.length - other.length;
  },
  has: (text, part) => text.endsWith(part),
};

/** The numbers of words in an order of their texts. */
const wordOrder = (textOf: (word: number) => string, { compare, has }: TextOrder) => {
  const order = newSlotOrder((one, other) => compare(textOf(one), textOf(other)));
  return {
    add: (words: readonly number[]) => order.change([], words),
    wordsWith: (part: string): Uint32Array => {
      const words = order.slots();
      const textAt = (index: number) => textOf(words[index] as number);
      const from = countBefore(words.length, (index) => compare(textAt(index), part) < 0);
      const count = countBefore(words.length - from, (index) => has(textAt(from + index), part));
      return words.subarray(from, from + count);
    },
  };
};

export const newWordOrders = (words: Pick<Terms, 'count' | 'textOf'>): WordOrders => {
  let knownCount = 0;
  const byBeginning = wordOrder(words.textOf, byBeginnings);
  const byEnding = wordOrder(words.textOf, byEndings);
  /** Words are put in order when the first one is looked for after they came. */
  const learn = () => {
    const added: number[] = [];
    for (; knownCount < words.count(); knownCount += 1) added.push(knownCount);
    byBeginning.add(added);
    byEnding.add(added);
  };
  return {
    beginningWith: (beginning) => {
      learn();
      return byBeginning.wordsWith(beginning);
    },
    // A typo touches one letter or two neighbours, so it leaves the first letters or the last ones as they are.
    oneTypoAway: (typed) => {
      learn();
      const letters = [...typed];
      const half = Math.floor((letters.length - 1) / 2);
      if (half < 1) return [];
      const first = letters.slice(0, half).join('');
      const last = letters.slice(half + 1).join('');
      const candidates = new Set([...byBeginning.wordsWith(first), ...byEnding.wordsWith(last)]);
      return [...candidates].filter((word) => {
        const text = words.textOf(word);
        // A letter is one or two units long.
        const isNear = Math.abs(text.length - typed.length) <= 2;
        return isNear && forgivesTypos(text) && isOneTypoAway(text, typed);
      });
    },
  };
};
