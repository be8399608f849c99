import fc from 'fast-check';
import t from 'tap';
import { fold, wordsOf } from '../src/search/fold.ts';
import { parseTextQuery } from '../src/search/text-query.ts';
import { deletions, withinOneTypo } from '../src/search/typos.ts';

t.test('folding forgets case, accents and strokes, in any script', async (t) => {
  const cases: readonly [string, string][] = [
    ['ŁÓDŹ', 'lodz'],
    ['Smørrebrød', 'smorrebrod'],
    ['STRASSE straße', 'strasse strasse'],
    ['Đà Nẵng', 'da nang'],
    ['İstanbul ISPARTA', 'istanbul isparta'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Київ Ёлка', 'киів елка'.normalize('NFKD').replace(/\u0308/g, '')],
    ['ﬁne Ｆｕｌｌ', 'fine full'],
    ['ça œuvre æon', 'ca oeuvre aeon'],
  ];
  for (const [text, folded] of cases) t.equal(fold(text), folded, text);
  t.not(fold('が'), fold('か'), 'voiced kana are other letters');
  t.not(fold('कि'), fold('क'), 'so are Indic vowels');
});

t.test('words are what lies between other characters', async (t) => {
  t.strictSame(wordsOf("Rock'n'roll, 50% — C++/東京ジャズ 🎉"), [
    'rock',
    'n',
    'roll',
    '50',
    'c',
    fold('東京ジャズ'),
    '🎉',
  ]);
  t.equal(wordsOf('x'.repeat(500))[0]?.length, 40);
  t.strictSame(wordsOf('\u0000 \n\t!?'), []);
  const text = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }))
    .map((codePoints) => String.fromCodePoint(...codePoints));
  fc.assert(fc.property(text, (any) => wordsOf(any).every((word) => fold(word) === word)));
});

t.test('a query: whole words and a beginning', async (t) => {
  t.strictSame(parseTextQuery('Jazz jazz NIGHT'), [
    [{ word: 'jazz', prefix: false }],
    [{ word: 'night', prefix: true }],
  ]);
  t.strictSame(parseTextQuery('?!'), []);
});

t.test('one typo: a letter more, less, other, or two swapped', async (t) => {
  for (const [one, other, near] of [
    ['berlin', 'berlin', true],
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
    t.equal(withinOneTypo(one, other), near, `${one} ${other}`);
    t.equal(withinOneTypo(other, one), near, `${other} ${one}`);
  }
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ї', '東'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const shared = deletions(one).some((left) => deletions(other).includes(left));
      return !withinOneTypo(one, other) || shared;
    }),
    { numRuns: 400 },
  );
});
