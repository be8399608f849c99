import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { limits } from '../../../src/limits.ts';
import { event, person, refusal } from '../../support.ts';

t.test('only the organizer adds and removes admins', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizerId, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  await domain.addEventAdmin({ eventId, callerId: organizerId, userId: admin });
  const byAdmin = { eventId, callerId: admin, userId: admin };
  await t.rejects(domain.addEventAdmin(byAdmin), refusal('forbidden'));
  const unknown = { eventId, callerId: organizerId, userId: 'x' };
  await t.rejects(domain.addEventAdmin(unknown), refusal('not_found'));
  await domain.removeEventAdmin(unknown);
  t.ok(await domain.updateEvent({ eventId, callerId: admin, changes: {} }), 'still an admin');
  await domain.removeEventAdmin({ eventId, callerId: organizerId, userId: admin });
  await t.rejects(domain.updateEvent({ eventId, callerId: admin, changes: {} }), refusal('forbidden'));
});

t.test('admins remove themselves and no other', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizerId, admin, other] = [await person(world), await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  for (const userId of [admin, other]) await domain.addEventAdmin({ eventId, callerId: organizerId, userId });
  const remove = (userId: string) => domain.removeEventAdmin({ eventId, callerId: admin, userId });
  await t.rejects(remove(other), refusal('forbidden'));
  await remove(admin);
  await remove(admin);
  await t.rejects(domain.updateEvent({ eventId, callerId: admin, changes: {} }), refusal('forbidden'));
  t.ok(await domain.updateEvent({ eventId, callerId: other, changes: {} }), 'the other one stays');
});

t.test('no user becomes an admin of a person whom they block, or of too many events', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [callerId, user] = [await person(world), await person(world)];
  const add = async () =>
    domain.addEventAdmin({ eventId: (await event(world, callerId)).id, callerId, userId: user });
  await domain.blockUser({ callerId: user, userId: callerId });
  await t.rejects(add(), refusal('not_found'));
  await domain.unblockUser({ callerId: user, userId: callerId });
  for (let events = 0; events < limits.eventsToAdminister; events += 1) await add();
  await t.rejects(add(), refusal('admin_limit'));
});
