import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { createDomain } from '../../../src/create-domain.ts';
import type { EventDraft } from '../../../src/events/event-fields.ts';
import { event, person, problemOf, refusal } from '../../support.ts';

t.test('an undefined change changes nothing', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const before = await event(world, callerId);
  const changes = { title: undefined, capacity: undefined, description: 'New' };
  const changedEvent = await world.domain.updateEvent({ eventId: before.id, callerId, changes });
  t.strictSame(changedEvent, { ...before, description: 'New', sequence: 1 });
});

t.test('a change to what is stored already writes nothing', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const before = await event(world, callerId);
  world.clock.advance(1_000);
  const { title, startAt, price } = { ...before, price: before.priceMinor / 100 };
  const changes = { title: ` ${title} `, startAt, price };
  t.strictSame(await world.domain.updateEvent({ eventId: before.id, callerId, changes }), before);
});

t.test('metadata changes name by name, also when two change it at once', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const { id: eventId } = await event(world, callerId, { metadata: { b: '2', a: '1' } });
  const update = (metadata: Readonly<Record<string, string | null>>) =>
    world.domain.updateEvent({ eventId, callerId, changes: { metadata } });
  t.strictSame((await update({ a: null, c: '3' })).metadata, { b: '2', c: '3' });
  t.equal((await update({ c: '3', d: null })).sequence, 1, 'nothing changes');
  await Promise.all(['x', 'y', 'z'].map((key) => update({ [key]: key })));
  t.strictSame((await update({})).metadata, { b: '2', c: '3', x: 'x', y: 'y', z: 'z' });
  const many = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`k${index}`, '']));
  const refused = refusal('invalid_request', { errors: [{ path: '/metadata' }] });
  await t.rejects(update(many), refused, 'after merging');
  t.equal(Object.keys((await update({ ...many, b: null })).metadata).length, 20);
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

t.test('an update is validated as a whole event and only managers may update', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, admin, guest] = [await person(world), await person(world), await person(world)];
  const { id, startAt, endAt } = await event(world, organizerId);
  const update = (changes: Partial<EventDraft>, callerId = organizerId) =>
    world.domain.updateEvent({ eventId: id, callerId, changes });
  await t.rejects(update({ endAt: startAt }), refusal('invalid_request', { errors: [{ path: '/endAt' }] }));
  await t.rejects(update({ startAt: endAt }), refusal('invalid_request', { errors: [{ path: '/endAt' }] }));
  await t.rejects(update({ title: 'Mine now' }, guest), refusal('forbidden'));
  await world.domain.addEventAdmin({ eventId: id, callerId: organizerId, userId: admin });
  t.hasStrict(await update({ title: 'Renamed', capacity: null }, admin), {
    title: 'Renamed',
    capacity: null,
  });
  t.equal((await world.domain.searchEvents({ q: 'renamed', callerId: null })).total, 1);
  t.equal((await world.domain.searchEvents({ q: 'lantern', callerId: null })).total, 0);
  const both = await Promise.all([update({ title: 'A' }), update({ description: 'B' })]);
  t.equal(both.length, 2, 'two at once: both changes are kept');
  t.hasStrict(await world.domain.getEvent({ eventId: id, callerId: null }), { title: 'A', description: 'B' });
  await world.domain.cancelEvent({ eventId: id, callerId: organizerId });
  await t.rejects(update({ title: 'C' }), refusal('event_cancelled'));
});

t.test('a change that was made of a former event is refused, whoever comes first', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const { id: eventId, sequence } = await event(world, callerId);
  const update = (changes: Partial<EventDraft>, ifVersion?: number) =>
    world.domain.updateEvent({ eventId, callerId, changes, ifVersion });
  const titles = ['A', 'B', 'C', 'D'];
  const parallel = await Promise.allSettled(titles.map((title) => update({ title }, sequence)));
  t.equal(parallel.filter(({ status }) => status === 'fulfilled').length, 1, 'one of them');
  const changed = await world.domain.getEvent({ eventId, callerId });
  t.equal(changed.sequence, sequence + 1);
  await t.rejects(
    update({ title: '' }, sequence),
    refusal('event_changed_meanwhile'),
    'before what is wrong with it',
  );
  await t.rejects(update({}, sequence), refusal('event_changed_meanwhile'), 'with nothing to write, too');
  t.strictSame(await world.domain.getEvent({ eventId, callerId }), changed, 'nothing is written');
  t.equal((await update({ title: 'E' }, changed.sequence)).sequence, changed.sequence + 1);
  t.equal((await update({ title: 'F' })).title, 'F', 'any, where none is named');
});

t.test('a price above 0 is known, one that is not known is 0, and both at odds are refused', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const { id: eventId, isPriceKnown } = await event(world, callerId, { price: 15 });
  t.equal(isPriceKnown, true);
  const update = async (changes: Partial<EventDraft>) => {
    const { priceMinor, isPriceKnown } = await world.domain.updateEvent({ eventId, callerId, changes });
    return [priceMinor, isPriceKnown];
  };
  t.strictSame(await update({ isPriceKnown: false }), [0, false]);
  t.strictSame(await update({ price: 0 }), [0, false], 'what one reads can be written back');
  t.strictSame(await update({ title: 'Another' }), [0, false]);
  t.strictSame(await update({ price: 12.5 }), [1_250, true]);
  t.strictSame(await update({ isPriceKnown: false, price: 0 }), [0, false]);
  t.strictSame(await update({ isPriceKnown: true }), [0, true], 'free');
  await t.rejects(
    update({ isPriceKnown: false, price: 5 }),
    refusal('invalid_request', { errors: [{ path: '/isPriceKnown' }] }),
  );
});
