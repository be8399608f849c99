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
