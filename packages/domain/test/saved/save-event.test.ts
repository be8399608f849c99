import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { UserId } from '../../src/ids.ts';
import { event, person, problemOf, refusal } from '../support.ts';

t.test('an event that is deleted meanwhile is not found', async (t) => {
  const world = createMemoryWorld();
  const userId = await person(world);
  const { id: eventId } = await event(world, userId);
  const { stores } = world.dependencies;
  const saved = { ...stores.saved, save: async () => false };
  const domain = createDomain({ ...world.dependencies, stores: { ...stores, saved } });
  t.strictSame(await problemOf(domain.saveEvent({ eventId, userId, saved: true })), {
    code: 'event_not_found',
  });
});

t.test('a saved event is marked for its user alone', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  const save = (saved: boolean) => world.domain.saveEvent({ eventId, userId: guest, saved });
  const isSaved = async (callerId: UserId | null) =>
    (await world.domain.listEvents({ callerId })).items.map((item) => item.isSaved);
  t.strictSame(await save(true), { isSaved: true });
  t.strictSame(
    [await isSaved(guest), await isSaved(organizerId), await isSaved(null)],
    [[true], [false], [false]],
  );
  t.strictSame(await save(false), { isSaved: false });
  t.strictSame(await isSaved(guest), [false]);
});

t.test('an event that the caller cannot see is not found', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId, { visibility: 'private' });
  for (const saved of [true, false])
    await t.rejects(world.domain.saveEvent({ eventId, userId: guest, saved }), refusal('event_not_found'));
});

t.test('an event that is no longer visible can be unsaved once', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  await world.domain.saveEvent({ eventId, userId: guest, saved: true });
  await world.domain.updateEvent({ eventId, callerId: organizerId, changes: { visibility: 'private' } });
  t.equal((await world.domain.listMyEvents({ callerId: guest, role: 'saved' })).total, 0);
  t.strictSame(await world.domain.saveEvent({ eventId, userId: guest, saved: false }), { isSaved: false });
  await t.rejects(
    world.domain.saveEvent({ eventId, userId: guest, saved: false }),
    refusal('event_not_found'),
  );
});

t.test('an event is not saved when the quota is spent, and can be unsaved', async (t) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 / 1_000 } });
  const [organizerId, guest] = [await person(world), await person(world)];
  const [one, two] = [await event(world, organizerId), await event(world, guest)];
  const save = (eventId: string, saved: boolean) => world.domain.saveEvent({ eventId, userId: guest, saved });
  await save(one.id, true);
  await t.rejects(save(two.id, true), refusal('rate_limited', { budget: 'rsvps-and-saves', limit: 1 }));
  await t.rejects(
    save(two.id, false).then(() => save(one.id, true)),
    refusal('rate_limited'),
  );
  const { items } = await world.domain.listMyEvents({ callerId: guest, role: 'saved' });
  t.strictSame(
    items.map(({ event: { id } }) => id),
    [one.id],
  );
  t.strictSame(await save(one.id, false), { isSaved: false });
});
