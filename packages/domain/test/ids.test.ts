import t from 'tap';
import { parseId } from '../src/ids.ts';
import { unknownId } from './support.ts';

t.test('an id is a UUID and nothing around it, in lower case', async (t) => {
  t.equal(parseId(unknownId.toUpperCase()), unknownId);
  for (const text of [
    `x${unknownId}`,
    `${unknownId}0`,
    ` ${unknownId}`,
    `${unknownId}\n`,
    '',
    unknownId.slice(1),
  ])
    t.equal(parseId(text), null, JSON.stringify(text));
});
