import { after, day } from '../../src/time.ts';
import { now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'signInNetworks', 'unitOfWork'>;

const home = '203.0.113.0/24';
const other = '2001:db8:1::/48';

export const signInNetworksContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'knows a network by its last sign-in', async (t, { stores: { signInNetworks } }) => {
    t.equal(await signInNetworks.isKnown(home, after(now, -day)), false);
    await signInNetworks.note(home, now);
    t.equal(await signInNetworks.isKnown(home, after(now, -1)), true);
    t.equal(await signInNetworks.isKnown(home, now), false, 'since then');
    t.equal(await signInNetworks.isKnown(other, after(now, -day)), false, 'another network');
    await signInNetworks.note(home, after(now, 2 * day));
    t.equal(await signInNetworks.isKnown(home, after(now, day)), true, 'a later one counts');
    await signInNetworks.note(home, now);
    t.equal(await signInNetworks.isKnown(home, after(now, day)), true, 'an earlier one takes nothing back');
  });

  await example(t, 'notes parallel sign-ins', async (t, { stores: { signInNetworks } }) => {
    await concurrently(10, (index) => signInNetworks.note(index % 2 ? home : other, now));
    for (const network of [home, other])
      t.equal(await signInNetworks.isKnown(network, after(now, -1)), true, network);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    await rolledBack(t, adapters, (inside) => inside.signInNetworks.note(home, now));
    t.equal(await adapters.stores.signInNetworks.isKnown(home, after(now, -day)), false);
  });
};
