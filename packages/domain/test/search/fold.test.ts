import fc from 'fast-check';
import t from 'tap';
import { fold, wordsOf } from '../../src/search/fold.ts';

t.test('letters with strokes and ligatures are folded', async (t) => {
  t.equal(fold('ł ø đ ð ħ ŧ ı ŋ ß æ œ þ ς'), 'l o d d h t i n ss ae oe th σ');
  t.equal(fold('Ł Ø Đ Ð Ħ Ŧ I Ŋ ẞ Æ Œ Þ Σ'), 'l o d d h t i n ss ae oe th σ');
});

t.test('a word has at most 40 characters', async (t) => {
  t.strictSame(wordsOf('x'.repeat(40)), ['x'.repeat(40)]);
  t.strictSame(wordsOf('x'.repeat(41)), ['x'.repeat(40)]);
  t.strictSame(wordsOf('😀'.repeat(41)), ['😀'.repeat(40)]);
});

t.test('folding removes case, accents and strokes, in any script', async (t) => {
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

t.test('words are the runs of letters, digits and emoji', async (t) => {
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
