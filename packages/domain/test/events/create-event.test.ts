import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { event, faultsOf, person } from '../support.ts';

t.test('an unknown category is a fault', async (t) => {
  const world = createMemoryWorld();
  t.strictSame(await faultsOf(event(world, await person(world), { category: 'no-such' })), [
    { path: '/category', message: 'must be the slug of a known category' },
  ]);
});
