import { after, day } from '../src/time.ts';
import { now } from './fixtures.ts';
import { atOnce, type Open, rolledBack, type TestScope, withAdapters } from './harness.ts';

export const allowancesContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);
  const until = after(now, day);

  await example(t, 'takes up to the limit, all or nothing', async (t, { stores: { allowances } }) => {
    t.equal(await allowances.take('a', 3, 5, until), true);
    t.equal(await allowances.take('a', 3, 5, until), false);
    t.equal(await allowances.take('a', 2, 5, until), true);
    t.equal(await allowances.take('b', 6, 5, until), false);
    t.equal(await allowances.take('b', 5, 5, until), true, 'a refused call took nothing');
  });

  await example(t, 'gives back, never below zero', async (t, { stores: { allowances } }) => {
    await allowances.take('a', 5, 5, until);
    await allowances.giveBack('a', 2);
    t.equal(await allowances.take('a', 3, 5, until), false);
    t.equal(await allowances.take('a', 2, 5, until), true);
    await allowances.giveBack('a', 99);
    t.equal(await allowances.take('a', 6, 5, until), false);
    t.equal(await allowances.take('a', 5, 5, until), true);
    t.equal(await allowances.take('a', 1, 5, until), false);
    await allowances.giveBack('never-taken', 1);
    t.equal(await allowances.take('never-taken', 6, 5, until), false);
    t.equal(await allowances.take('never-taken', 5, 5, until), true);
  });

  await example(
    t,
    'takes from and gives back to this budget alone',
    async (t, { stores: { allowances } }) => {
      for (const key of ['a', 'b']) await allowances.take(key, 5, 5, until);
      await allowances.giveBack('a', 3);
      t.equal(await allowances.take('b', 1, 5, until), false);
      t.equal(await allowances.take('c', 5, 5, until), true);
      t.equal(await allowances.take('a', 3, 5, until), true);
    },
  );

  await example(
    t,
    'grants no more than the limit to parallel callers',
    async (t, { stores: { allowances } }) => {
      const granted = await atOnce(20, (index) => allowances.take(index % 2 ? 'a' : 'b', 1, 7, until));
      t.equal(granted.filter(Boolean).length, 14);
      await atOnce(12, (index) => allowances.giveBack(index % 2 ? 'a' : 'b', 1));
      for (const key of ['a', 'b']) {
        t.equal(await allowances.take(key, 7, 7, until), false);
        t.equal(await allowances.take(key, 6, 7, until), true, 'what parallel callers gave back');
      }
    },
  );

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { allowances } = adapters.stores;
    await allowances.take('given', 5, 5, until);
    await rolledBack(t, adapters, async (inside) => {
      await inside.allowances.take('taken', 5, 5, until);
      await inside.allowances.giveBack('given', 5);
    });
    t.equal(await allowances.take('taken', 5, 5, until), true);
    t.equal(await allowances.take('given', 1, 5, until), false);
  });
};
