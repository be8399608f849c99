import t from 'tap';
import { cutToBytes, excerpt } from '../../src/views/excerpt.ts';

t.test('an excerpt is one line, cut at a space in its second half', async (t) => {
  t.equal(excerpt('  one\n two  three ', 13), 'one two three', 'as long as it may be');
  t.equal(excerpt('one two three', 12), 'one two…');
  t.equal(excerpt('one two three', 8), 'one two…');
  t.equal(excerpt('a bcdefghijk', 10), 'a bcdefgh…', 'the only space is too early');
  t.equal(excerpt('abcd efghijk', 10), 'abcd efgh…', 'in the first half');
  t.equal(excerpt('abcde fghijk', 10), 'abcde fgh…', 'at the half');
  t.equal(excerpt('abcdef ghijk', 10), 'abcdef…');
  t.equal(excerpt('𝄞𝄞𝄞', 3), '𝄞𝄞𝄞', 'characters, not code units');
  t.equal(excerpt('𝄞𝄞𝄞𝄞', 3), '𝄞𝄞…');
});

t.test('a text is cut to the bytes that it takes on a page', async (t) => {
  t.equal(cutToBytes('abc', 3), 'abc', 'as long as it may be');
  t.equal(cutToBytes('abcdefg', 6), 'abc…');
  t.equal(cutToBytes('&&', 10), '&&', 'as HTML escapes it');
  t.equal(cutToBytes('&&&', 14), '&&…');
  t.equal(cutToBytes('&&&', 13), '&&…');
  t.equal(cutToBytes('&&&', 12), '&…');
  t.equal(cutToBytes('abcdef ghi', 12), 'abcdef ghi');
  t.equal(cutToBytes('abcdef ghijk', 11), 'abcdef…', 'at a space');
  t.equal(cutToBytes('abcdef\nghijk', 11), 'abcdef…', 'or at a line end');
  t.equal(cutToBytes('ab cdefghijk', 11), 'ab cdefg…', 'in the second half');
  t.equal(cutToBytes('abcd efgh ijk', 11), 'abcd efg…', 'at the half');
  t.equal(cutToBytes('abcde fgh ijk', 11), 'abcde…');
  t.equal(cutToBytes('abc', 2), '', 'nothing fits');
});
