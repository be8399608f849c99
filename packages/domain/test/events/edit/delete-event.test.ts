import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { event, person, refusal } from '../../support.ts';

t.test('only the organizer deletes, a cancelled event too', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizerId, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  await domain.addEventAdmin({ eventId, callerId: organizerId, userId: admin });
  await domain.cancelEvent({ eventId, callerId: organizerId });
  await t.rejects(domain.deleteEvent({ eventId, callerId: admin }), refusal('forbidden'));
  await domain.deleteEvent({ eventId, callerId: organizerId });
  await t.rejects(domain.getEvent({ eventId, callerId: organizerId }), refusal('event_not_found'));
});
