import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import { event, person, problemOf } from '../support.ts';

t.test('an undefined change changes nothing', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const before = await event(world, callerId);
  const changes = { title: undefined, capacity: undefined, description: 'New' };
  const changed = await world.domain.updateEvent({ eventId: before.id, callerId, changes });
  t.strictSame(changed, { ...before, description: 'New', sequence: 1 });
});

t.test('an event that is deleted meanwhile is not found', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const { id: eventId } = await event(world, callerId);
  const { stores } = world.dependencies;
  const domain = createDomain({
    ...world.dependencies,
    stores: {
      ...stores,
      events: {
        ...stores.events,
        find: async (id) => {
          await stores.events.remove(id);
          return stores.events.find(id);
        },
      },
    },
  });
  t.strictSame(await problemOf(domain.updateEvent({ eventId, callerId, changes: {} })), {
    code: 'event_not_found',
  });
});
