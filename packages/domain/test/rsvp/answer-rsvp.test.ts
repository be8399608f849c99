import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import { event, person, problemOf } from '../support.ts';

t.test('an event that is deleted meanwhile is not found', async (t) => {
  const world = createMemoryWorld();
  const userId = await person(world);
  const { id: eventId } = await event(world, userId);
  const { stores } = world.dependencies;
  const rsvps = { ...stores.rsvps, answer: async () => null };
  const domain = createDomain({ ...world.dependencies, stores: { ...stores, rsvps } });
  t.strictSame(await problemOf(domain.answerRsvp({ eventId, userId, state: 'going' })), {
    code: 'event_not_found',
  });
});
