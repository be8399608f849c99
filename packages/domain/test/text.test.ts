import t from 'tap';
import { isLongerThan, textFaults } from '../src/text.ts';

t.test('lengths are counted in code points', async (t) => {
  t.equal(isLongerThan('abc', 3), false);
  t.equal(isLongerThan('abcd', 3), true);
  t.equal(isLongerThan('😀😀😀', 3), false);
  t.equal(isLongerThan('😀😀😀😀', 3), true);
  t.equal(isLongerThan('😀😀😀a', 3), true);
  t.equal(isLongerThan('abcdefghijk', 3), true);
});

t.test('a text may be blank only where the rule says so', async (t) => {
  t.strictSame(textFaults('/bio', ' ', { maxLength: 3, mayBeBlank: true }), []);
  t.strictSame(textFaults('/bio', ' ', { maxLength: 3, mayBeBlank: false }), [
    { path: '/bio', message: 'must not be blank' },
  ]);
});

t.test('a text that is not blank has a visible character', async (t) => {
  const fault = { path: '/name', message: 'must have at least one visible character' };
  const invisible = [
    '\u200b',
    '\u200d\u200c',
    ' \u2060 ',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\u{e0041}',
    '\ufe0f',
  ];
  for (const text of invisible)
    for (const mayBeBlank of [true, false])
      for (const isMultiLine of [true, false])
        t.strictSame(
          textFaults('/name', text, { maxLength: 9, mayBeBlank, isMultiLine }),
          [fault],
          JSON.stringify(text),
        );
  const texts = [
    '\u200bx',
    '🎪',
    '👩\u200d👧',
    '❤\ufe0f',
    'می\u200cخواهم',
    '.',
    '\u0301',
    '⠁',
    '\u{1fadf}',
    '\ue000',
  ];
  for (const text of texts) t.strictSame(textFaults('/name', text, { maxLength: 9 }), [], text);
});

const messageOf = (text: string, isMultiLine: boolean) =>
  textFaults('/x', text, { maxLength: 200, isMultiLine }).map(({ message }) => message);
const codePoints = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

t.test('a text has no control characters, but for the feeds and tabs of several lines', async (t) => {
  const controls = [...codePoints(0x01, 0x1f), ...codePoints(0x7f, 0x9f)];
  for (const control of controls) {
    const name = control.charCodeAt(0).toString(16);
    const text = `a${control}b`;
    t.strictSame(
      messageOf(text, false),
      ['must be one line without control characters or line breaks'],
      name,
    );
    t.strictSame(
      messageOf(text, true),
      '\n\t'.includes(control) ? [] : ['must not contain control characters other than line feed and tab'],
      name,
    );
  }
  for (const text of ['a\n', '\ta', 'a\u2028b', 'a\u2029b']) {
    t.equal(messageOf(text, false).length, 1, 'blanks at the ends count too');
    t.strictSame(messageOf(text, true), []);
  }
});

t.test('a line has no characters that reorder the text after it', async (t) => {
  const message = 'must not contain bidirectional embeddings, overrides or isolates';
  for (const control of [...codePoints(0x202a, 0x202e), ...codePoints(0x2066, 0x2069)]) {
    t.strictSame(messageOf(`a${control}b`, false), [message]);
    t.strictSame(messageOf(`a${control}b`, true), []);
  }
  for (const text of ['שלום\u200f!', 'سلام\u061c', 'a\u200eb', '👩\u200d👧', 'नमस्ते', 'ไทย', 'e\u0301'])
    t.strictSame(messageOf(text, false), [], text);
});

t.test('a text has at most 30 combining marks in a row', async (t) => {
  const message = 'must not contain more than 30 combining marks in a row';
  for (const mark of ['\u0301', '\u0323', '\u20dd', '\u{1e8d0}', '\uff9e', '\uff9f', '\u093e'])
    for (const isMultiLine of [true, false]) {
      t.strictSame(messageOf(`a${mark.repeat(30)}a${mark.repeat(30)}`, isMultiLine), []);
      t.strictSame(messageOf(`a${mark.repeat(31)}`, isMultiLine), [message]);
    }
  t.strictSame(messageOf('\u0301\uff9e'.repeat(16), false), [message], 'marks of different kinds');
});

t.test('no character but those counted as marks becomes marks alone', async (t) => {
  const missed: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    const parts = character.normalize('NFKD');
    // Nearly all characters are their only part.
    if (parts === character || !/^\p{M}+$/u.test(parts)) continue;
    if (!/[\p{M}\uff9e\uff9f]/u.test(character)) missed.push(character);
  }
  t.strictSame(missed, []);
});
