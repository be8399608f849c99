import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const database = await openTestPostgres(t);
const { sealedKeys } = database.postgres;

await t.test('a sealed key is replaced by who knows the former one', async (t) => {
  t.equal(await sealedKeys.find('one'), null);
  const first = await Promise.all(['a', 'b', 'c'].map((sealed) => sealedKeys.replace('one', null, sealed)));
  t.equal(new Set(first).size, 1, 'parallel calls agree');
  const sealedKey = first[0] ?? '';
  t.equal(await sealedKeys.find('one'), sealedKey);
  t.equal(await sealedKeys.replace('one', null, 'late'), sealedKey);
  t.equal(await sealedKeys.replace('one', 'other', 'late'), sealedKey);
  t.equal(await sealedKeys.replace('one', sealedKey, 'next'), 'next');
  t.equal(await sealedKeys.find('one'), 'next');
  t.equal(await sealedKeys.find('two'), null);
});
