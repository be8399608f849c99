import { after, day } from '../src/time.ts';
import { now } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

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
    await allowances.giveBack('never-taken', 1);
    await allowances.take('a', 5, 5, until);
    await allowances.giveBack('a', 2);
    t.equal(await allowances.take('a', 2, 5, until), true);
    await allowances.giveBack('a', 99);
    t.equal(await allowances.take('a', 5, 5, until), true);
    t.equal(await allowances.take('a', 1, 5, until), false);
  });

  await example(
    t,
    'grants no more than the limit to parallel callers',
    async (t, { stores: { allowances } }) => {
      const granted = await atOnce(20, () => allowances.take('a', 1, 7, until));
      t.equal(granted.filter(Boolean).length, 7);
    },
  );

  await example(t, 'is rolled back with its unit of work', async (t, { stores, unitOfWork }) => {
    await t.rejects(
      unitOfWork.run(async (inside) => {
        await inside.allowances.take('a', 5, 5, until);
        throw new Error('changed my mind');
      }),
      { message: 'changed my mind' },
    );
    t.equal(await stores.allowances.take('a', 5, 5, until), true);
  });
};
