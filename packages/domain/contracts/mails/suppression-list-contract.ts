import { after, day } from '../../src/time.ts';
import { now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'suppressions', 'unitOfWork'>;

/** Mailboxes that want no mail, as {@link SuppressionList} says. */
export const suppressionListContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'finds those that were added, and no others', async (t, { stores: { suppressions } }) => {
    const among = async (...keys: string[]) => [...(await suppressions.among(keys))].sort();
    t.strictSame(await among(), []);
    t.strictSame(await among('one'), []);
    await suppressions.add('one', now);
    await suppressions.add('two', now);
    await suppressions.add('one', after(now, day));
    t.strictSame(await among('one', 'three', 'two', 'One'), ['one', 'two']);
    t.strictSame(await among('three'), []);
    await suppressions.remove('one');
    await suppressions.remove('three');
    t.strictSame(await among('one', 'three', 'two'), ['two']);
  });

  await example(t, 'adds one for parallel callers', async (t, { stores: { suppressions } }) => {
    await concurrently(8, (index) => suppressions.add(index % 2 ? 'one' : 'two', now));
    t.equal((await suppressions.among(['one', 'two'])).size, 2);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { suppressions } = adapters.stores;
    await suppressions.add('kept', now);
    await rolledBack(t, adapters, (inside) => inside.suppressions.add('gone', now));
    t.strictSame([...(await suppressions.among(['kept', 'gone']))], ['kept']);
  });
};
