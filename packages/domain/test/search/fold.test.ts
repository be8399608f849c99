import fc from 'fast-check';
import t from 'tap';
import { fold, wordsOf } from '../../src/search/fold.ts';

/** The unit `binary` of strings takes a second: it makes a table of all characters. */
const text = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }))
  .map((codePoints) => String.fromCodePoint(...codePoints));

t.test('letters with strokes and ligatures are folded', async (t) => {
  t.equal(fold('ł ø đ ð ħ ŧ ı ŋ ß æ œ þ ς'), 'l o d d h t i n ss ae oe th σ');
  t.equal(fold('Ł Ø Đ Ð Ħ Ŧ I Ŋ ẞ Æ Œ Þ Σ'), 'l o d d h t i n ss ae oe th σ');
});

t.test('a word has at most 40 characters', async (t) => {
  t.strictSame(wordsOf('x'.repeat(40)), ['x'.repeat(40)]);
  t.strictSame(wordsOf('x'.repeat(41)), ['x'.repeat(40)]);
  t.strictSame(wordsOf('𝐚𐐨'.repeat(41)), ['a𐐨'.repeat(20)], 'counted in code points');
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

t.test('what is typed and what is stored are folded alike', async (t) => {
  const found = (title: string, ...queries: readonly string[]) => {
    const words = new Set(wordsOf(title));
    for (const query of queries) {
      t.ok(wordsOf(query).length > 0, query);
      t.ok(
        wordsOf(query).every((word) => words.has(word)),
        `${title}: ${query}`,
      );
    }
  };
  found('🎉Summerfest🎉Kreuzberg🔥', 'summerfest', 'kreuzberg', 'summerfest kreuzberg', '🔥');
  found('Queer🏳️‍🌈Prom', 'queer prom', '🏳️‍🌈', '🏳🌈');
  found('I ❤️ Zagreb', '❤ zagreb', '❤️ zagreb');
  found('2️⃣0️⃣ Jahre Klub', '20 jahre');
  found('Flag day 🇺🇦', '🇺🇦');
  found('👋🏽 Hi', '👋');
  found('Дні здоровʼя у Львові', "здоров'я", 'здоров’я львові', 'здоров`я');
  found('Hawaiʻian Luau', "hawai'ian luau");
  found('Jazz\u2011Nacht\u2013eins', 'jazz-nacht eins', 'jazz nacht');
  found('Soft\u00adware', 'software');
  found('مـوسـيـقـى ٢٠٢٧', 'موسيقى 2027');
  found('कार्यक्रम २०२७', '2027');
  found('Ｓｕｍｍｅｒ　１２', 'summer 12');
  found('\u202bמוזיקה\u202c', 'מוזיקה');
});

t.test('folding twice is folding once', async () => {
  const anything = fc.oneof(text, fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(anything, (text) => fold(fold(text)) === fold(text)),
    { numRuns: 2_000 },
  );
});

t.test('words are the runs of letters and digits, and pictographs', async (t) => {
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
  fc.assert(fc.property(text, (any) => wordsOf(any).every((word) => fold(word) === word)));
});

t.test('pictographs that are forms of letters are words of their own, too', async (t) => {
  t.strictSame(wordsOf('Klub™ ㊗Fest‼ infoℹ️'), ['klub', '™', '㊗', 'fest', '‼', 'info', 'ℹ']);
  for (const sign of ['™', '㊗', '🈁', '‼', 'Ⓜ', '〰']) t.equal(fold(`É${sign}\ufe0f`), `e${sign}`);
});
