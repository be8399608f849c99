import fc from 'fast-check';
import t from 'tap';
import { forgivesTypos, isOneTypoAway } from '../../src/search/typos.ts';

const alphabet = ['a', 'b', 'c'];

/** All words one typo away, and the word itself. */
const neighbours = (word: string): ReadonlySet<string> => {
  const letters = [...word];
  const at = (index: number, ...inserted: string[]) => letters.toSpliced(index, 1, ...inserted).join('');
  const near = [word];
  for (let index = 0; index <= letters.length; index += 1) {
    for (const letter of alphabet) near.push(letters.toSpliced(index, 0, letter).join(''));
    if (index === letters.length) continue;
    near.push(at(index));
    for (const letter of alphabet) near.push(at(index, letter));
    const [one, next] = letters.slice(index, index + 2);
    if (one && next) near.push(letters.toSpliced(index, 2, next, one).join(''));
  }
  return new Set(near);
};

t.test('words one typo apart are exactly those that one edit produces', async (t) => {
  const word = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 5 });
  fc.assert(
    fc.property(
      word,
      word,
      (one, other) => isOneTypoAway(one, other) === (one !== other && neighbours(one).has(other)),
    ),
    { numRuns: 800 },
  );
  for (const [one, other] of [
    ['xb', 'bc'],
    ['ax', 'ca'],
    ['abx', 'bay'],
    ['abxy', 'bayx'],
    ['abc', 'a'],
  ] as const)
    t.equal(isOneTypoAway(one, other), false, `${one} ${other}`);
});

t.test('a typo is one letter added, removed or replaced, or two neighbours swapped', async (t) => {
  for (const [one, other, near] of [
    ['berlin', 'berlin', false],
    ['berlin', 'berln', true],
    ['berlin', 'berlinn', true],
    ['berlin', 'bexlin', true],
    ['berlin', 'brelin', true],
    ['berlin', 'berlni', true],
    ['berlin', 'brlein', false],
    ['berlin', 'berl', false],
    ['berlin', 'bxrlxn', false],
    ['ab', 'ba', true],
    ['', 'a', true],
  ] as const) {
    t.equal(isOneTypoAway(one, other), near, `${one} ${other}`);
    t.equal(isOneTypoAway(other, one), near, `${other} ${one}`);
  }
});

t.test('typos are forgiven in words of 4 to 20 letters, counted as code points', async (t) => {
  const lengths = [3, 4, 20, 21];
  for (const letter of ['a', '東', '🎪'])
    t.strictSame(
      lengths.map((length) => forgivesTypos(letter.repeat(length))),
      [false, true, true, false],
      letter,
    );
});
