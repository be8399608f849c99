import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { event, person } from '../support.ts';

t.test('words one typo away come by code point, a beginning before what goes on', async (t) => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  for (const title of ['Berlin', 'Berli', 'Bernix']) await event(world, organizer, { title });
  const { vocabulary } = world.dependencies.stores;
  t.strictSame(await vocabulary.similarWords(['berlix'], 5), [['berli', 'berlin', 'bernix']]);
});
