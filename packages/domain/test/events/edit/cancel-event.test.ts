import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { event, person, refusal } from '../../support.ts';

t.test('only the organizer cancels, and a second time changes nothing', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizerId, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  await domain.addEventAdmin({ eventId, callerId: organizerId, userId: admin });
  await t.rejects(domain.cancelEvent({ eventId, callerId: admin }), refusal('forbidden'));
  t.equal((await domain.cancelEvent({ eventId, callerId: organizerId })).status, 'cancelled');
  t.equal((await domain.cancelEvent({ eventId, callerId: organizerId })).status, 'cancelled');
  t.equal((await domain.listEvents({ callerId: null })).total, 0);
});
