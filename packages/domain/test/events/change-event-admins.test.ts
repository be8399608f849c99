import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { event, person, refusal } from '../support.ts';

t.test('only the organizer adds and removes admins', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizerId, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  await domain.addEventAdmin({ eventId, callerId: organizerId, userId: admin });
  const byAdmin = { eventId, callerId: admin, userId: admin };
  await t.rejects(domain.addEventAdmin(byAdmin), refusal('forbidden'));
  await t.rejects(domain.removeEventAdmin(byAdmin), refusal('forbidden'));
  const unknown = { eventId, callerId: organizerId, userId: 'x' };
  await t.rejects(domain.addEventAdmin(unknown), refusal('not_found'));
  await domain.removeEventAdmin(unknown);
  t.ok(await domain.updateEvent({ eventId, callerId: admin, changes: {} }), 'still an admin');
  await domain.removeEventAdmin({ eventId, callerId: organizerId, userId: admin });
  await t.rejects(domain.updateEvent({ eventId, callerId: admin, changes: {} }), refusal('forbidden'));
});
