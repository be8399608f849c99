import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { slicedBody } from '../../../src/plugins/traffic/sliced-body.ts';

t.test('a body is sent whole in slices', async (t) => {
  const sliceLength = 65_536;
  for (const text of [
    'a'.repeat(3 * sliceLength),
    `${'a'.repeat(sliceLength - 1)}💡é${'💡'.repeat(sliceLength)}`,
  ]) {
    let slices = 0;
    const onTaken = () => {
      slices += 1;
    };
    t.equal(String(await buffer(slicedBody(text, onTaken))), text);
    t.equal(String(await buffer(slicedBody(Buffer.from(text), onTaken))), text);
    t.ok(slices > 6);
  }
});
