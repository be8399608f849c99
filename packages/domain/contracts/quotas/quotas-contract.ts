import { after, day } from '../../src/time.ts';
import { now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<'quotas', 'unitOfWork'>;

export const quotasContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);
  const until = after(now, day);

  await example(t, 'takes up to the limit, all or nothing', async (t, { stores: { quotas } }) => {
    t.equal(await quotas.take('a', 3, 5, until), true);
    t.equal(await quotas.take('a', 3, 5, until), false);
    t.equal(await quotas.take('a', 2, 5, until), true);
    t.equal(await quotas.take('b', 6, 5, until), false);
    t.equal(await quotas.take('b', 5, 5, until), true, 'a refused call took nothing');
  });

  await example(t, 'gives back, never below zero', async (t, { stores: { quotas } }) => {
    await quotas.take('a', 5, 5, until);
    await quotas.giveBack('a', 2);
    t.equal(await quotas.take('a', 3, 5, until), false);
    t.equal(await quotas.take('a', 2, 5, until), true);
    await quotas.giveBack('a', 99);
    t.equal(await quotas.take('a', 6, 5, until), false);
    t.equal(await quotas.take('a', 5, 5, until), true);
    t.equal(await quotas.take('a', 1, 5, until), false);
    await quotas.giveBack('never-taken', 1);
    t.equal(await quotas.take('never-taken', 6, 5, until), false);
    t.equal(await quotas.take('never-taken', 5, 5, until), true);
  });

  await example(t, 'takes from and gives back to this budget alone', async (t, { stores: { quotas } }) => {
    for (const key of ['a', 'b']) await quotas.take(key, 5, 5, until);
    await quotas.giveBack('a', 3);
    t.equal(await quotas.take('b', 1, 5, until), false);
    t.equal(await quotas.take('c', 5, 5, until), true);
    t.equal(await quotas.take('a', 3, 5, until), true);
  });

  await example(t, 'takes one from each budget that has one left', async (t, { stores: { quotas } }) => {
    const take = async (keys: readonly string[], limit = 2) =>
      [...(await quotas.takeEach(keys, limit, until))].sort();
    t.strictSame(await take([]), []);
    await quotas.take('spent', 2, 2, until);
    await quotas.take('half', 1, 2, until);
    t.strictSame(await take(['half', 'new', 'spent']), ['half', 'new']);
    t.strictSame(await take(['spent', 'new', 'half']), ['new']);
    t.strictSame(await take(['spent', 'new', 'half']), []);
    t.strictSame(await take(['spent', 'new'], 3), ['new', 'spent'], 'by the limit of this call');
    t.strictSame(await take(['other'], 0), []);
    t.equal(await quotas.take('other', 5, 5, until), true);
    await quotas.giveBack('half', 1);
    t.strictSame(await take(['half']), ['half']);
  });

  await example(t, 'takes one from each for parallel callers', async (t, { stores: { quotas } }) => {
    const keys = ['a', 'b', 'c', 'd'];
    const taken = await concurrently(12, (index) =>
      quotas.takeEach(index % 2 ? keys : keys.toReversed(), 5, until),
    );
    for (const key of keys) t.equal(taken.filter((each) => each.has(key)).length, 5, key);
  });

  await example(t, 'grants no more than the limit to parallel callers', async (t, { stores: { quotas } }) => {
    const granted = await concurrently(20, (index) => quotas.take(index % 2 ? 'a' : 'b', 1, 7, until));
    t.equal(granted.filter(Boolean).length, 14);
    await concurrently(12, (index) => quotas.giveBack(index % 2 ? 'a' : 'b', 1));
    for (const key of ['a', 'b']) {
      t.equal(await quotas.take(key, 7, 7, until), false);
      t.equal(await quotas.take(key, 6, 7, until), true, 'what parallel callers gave back');
    }
  });

  await example(t, 'tells what is taken', async (t, { stores: { quotas } }) => {
    t.equal(await quotas.taken('a'), 0);
    await quotas.take('a', 3, 5, until);
    await quotas.take('a', 3, 5, until);
    await quotas.take('b', 1, 5, until);
    t.equal(await quotas.taken('a'), 3);
    await quotas.giveBack('a', 2);
    t.equal(await quotas.taken('a'), 1);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { quotas } = adapters.stores;
    await quotas.take('given', 5, 5, until);
    await rolledBack(t, adapters, async (inside) => {
      await inside.quotas.take('taken', 5, 5, until);
      await inside.quotas.takeEach(['each'], 1, until);
      await inside.quotas.giveBack('given', 5);
    });
    t.equal(await quotas.take('taken', 5, 5, until), true);
    t.equal(await quotas.take('each', 1, 1, until), true);
    t.equal(await quotas.take('given', 1, 5, until), false);
  });
};
