import { after, hour } from '../../src/time.ts';
import { now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<never, 'formReceipts'>;

export const formReceiptsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const until = after(now, hour);

  await example(t, 'finds what was kept under this key alone', async (t, { formReceipts }) => {
    t.equal(await formReceipts.find('a', now), null);
    await formReceipts.keep('a', 'going', until);
    await formReceipts.keep('b', 'declined', until);
    t.equal(await formReceipts.find('a', now), 'going');
    t.equal(await formReceipts.find('b', now), 'declined');
    t.equal(await formReceipts.find('c', now), null);
  });

  await example(t, 'finds nothing from its end on', async (t, { formReceipts }) => {
    await formReceipts.keep('a', 'going', until);
    t.equal(await formReceipts.find('a', after(until, -1)), 'going');
    t.equal(await formReceipts.find('a', until), null);
  });

  await example(t, 'keeps the first of parallel outcomes', async (t, { formReceipts }) => {
    await formReceipts.keep('a', 'first', until);
    await concurrently(8, (index) => formReceipts.keep('a', `late ${index}`, after(until, hour)));
    t.equal(await formReceipts.find('a', now), 'first');
    t.equal(await formReceipts.find('a', until), null);
  });

  await example(t, 'gives one of parallel claims the key until it has an outcome', async (t, needed) => {
    const { formReceipts } = needed;
    const claims = await concurrently(8, () => formReceipts.claim('a', now, until));
    t.equal(claims.filter(Boolean).length, 1);
    t.equal(await formReceipts.find('a', now), null, 'a claim is no outcome');
    t.ok(await formReceipts.claim('b', now, until), 'another key');
    await formReceipts.keep('a', 'going', after(until, hour));
    t.equal(await formReceipts.find('a', until), 'going', 'as long as the outcome is kept');
    t.equal(await formReceipts.claim('a', until, after(until, hour)), false);
    await formReceipts.release('a');
    t.equal(await formReceipts.find('a', now), 'going', 'an outcome is not released');
  });

  await example(t, 'gives a key again once its claim is released or over', async (t, { formReceipts }) => {
    await formReceipts.claim('a', now, until);
    t.equal(await formReceipts.claim('a', after(until, -1), after(until, hour)), false);
    t.ok(await formReceipts.claim('a', until, after(until, hour)));
    t.equal(await formReceipts.claim('a', until, after(until, hour)), false, 'the new claim lasts');
    await formReceipts.release('a');
    t.ok(await formReceipts.claim('a', until, after(until, hour)));
    await formReceipts.release('c');
  });
};
