import t from 'tap';
import { slicesOf } from '../../src/edge/responses.ts';

t.test('a body is sent whole in slices', async (t) => {
  const sliceLength = 65_536;
  for (const text of [
    'a'.repeat(3 * sliceLength),
    `${'a'.repeat(sliceLength - 1)}💡é${'💡'.repeat(sliceLength)}`,
  ])
    for (const body of [text, Buffer.from(text)]) {
      const slices = [...slicesOf(body)];
      t.equal(Buffer.concat(slices).toString(), text);
      t.ok(slices.length >= 3);
      t.ok(slices.every(({ length }) => length <= 3 * sliceLength));
    }
});
