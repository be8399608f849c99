import fc from 'fast-check';
import t from 'tap';
import { newPostings, type Postings } from '../../../src/listings/slots/postings.ts';

/** Lists whose numbers come in turns, as the words of listings do. */
const additions = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 2 ** 22 })), { maxLength: 2_000 });

const valuesOf = (postings: Postings, list: number): number[] => {
  const values: number[] = [];
  postings.forEach(list, (value) => values.push(value));
  return values;
};

t.test('Lists of numbers stay as they were added, however many bytes each takes', async (t) => {
  fc.assert(
    fc.property(additions, (added) => {
      const postings = newPostings();
      const lists = new Map<number, number[]>();
      for (const [list, more] of added) {
        const values = lists.get(list) ?? [];
        lists.set(list, values);
        const value = (values.at(-1) ?? -1) + more;
        values.push(value);
        postings.add(list, value);
      }
      for (let list = 0; list <= 41; list += 1)
        t.strictSame(valuesOf(postings, list), lists.get(list) ?? [], `list ${list}`);
    }),
    { numRuns: 30 },
  );
});

t.test('The highest number of a slot', async (t) => {
  const postings = newPostings();
  postings.add(3, 0);
  postings.add(3, 2 ** 31 - 1);
  t.strictSame(valuesOf(postings, 3), [0, 2 ** 31 - 1]);
});
