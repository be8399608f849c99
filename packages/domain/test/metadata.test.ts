import t from 'tap';
import { limits } from '../src/limits.ts';
import { changedMetadata, metadataFaults, storedMetadata } from '../src/metadata.ts';

const keys = 'must have keys of at most 40 letters a-z, digits and underscores that begin with a letter';
const bytes = 'must take at most 4096 bytes of UTF-8, keys and values together';
const many = (count: number, value = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));
/** Nine pairs that take so many bytes; a letter takes as many as `letter` does. */
const sized = (size: number, letter = 'x', letterBytes = 1) => {
  const letters = (size - 9 * 2 - 8) / letterBytes;
  const whole = Math.floor(letters / 9);
  const values = Array.from({ length: 9 }, (_, index) =>
    letter.repeat(whole + (index < letters % 9 ? 1 : 0)),
  );
  return Object.fromEntries(values.map((value, index) => [`k${index}`, index === 0 ? value : `${value}.`]));
};

t.test('metadata within all bounds has no faults', async (t) => {
  const accepted = [
    {},
    { a: '' },
    { a_1: 'x', constructor: 'y', [`z${'0'.repeat(39)}`]: '' },
    { a: '🎉'.repeat(500) },
    many(20),
    sized(limits.metadataBytes),
    sized(limits.metadataBytes, 'é', 2),
    sized(4_094, '東', 3),
  ];
  for (const metadata of accepted)
    t.strictSame(metadataFaults(metadata, '/metadata'), [], JSON.stringify(metadata).slice(0, 60));
});

t.test('metadata one step beyond a bound has that one fault', async (t) => {
  const refused: readonly [Record<string, string>, string, string][] = [
    [many(21), '', 'must have at most 20 keys'],
    [{ A: '' }, '', keys],
    [{ '1a': '' }, '', keys],
    [{ 'a-b': '' }, '', keys],
    [{ '': '' }, '', keys],
    [{ _a: '' }, '', keys],
    [{ 'a\n': '' }, '', keys],
    [{ [`z${'0'.repeat(40)}`]: '' }, '', keys],
    [{ a: 'x'.repeat(501) }, '/a', 'must be at most 500 characters'],
    [{ a: 'x\ny' }, '/a', 'must be one line without control characters or line breaks'],
    [{ a: 'x\u202ey' }, '/a', 'must not contain bidirectional embeddings, overrides or isolates'],
    [{ a: '\u0000' }, '/a', 'must be well-formed Unicode without NUL characters'],
    [sized(limits.metadataBytes + 1), '', bytes],
    [many(9, '🎉'.repeat(120)), '', bytes],
  ];
  for (const [metadata, path, message] of refused)
    t.strictSame(
      metadataFaults(metadata, '/metadata'),
      [{ path: `/metadata${path}`, message }],
      JSON.stringify(metadata).slice(0, 60),
    );
});

t.test('changes replace and take away, by name', async (t) => {
  const before = { a: '1', b: '2' };
  t.strictSame(changedMetadata(before, {}), before);
  t.strictSame(changedMetadata(before, { b: null, c: '3', d: null, a: '' }), { a: '', c: '3' });
});

t.test('what is equal is written alike', async (t) => {
  const written = JSON.stringify(storedMetadata({ bb: '1', aa: '2', c: '3' }));
  t.equal(written, '{"c":"3","aa":"2","bb":"1"}');
  t.equal(JSON.stringify(storedMetadata({ aa: '2', c: '3', bb: '1' })), written);
});
