import fc from 'fast-check';
import t from 'tap';
import { createMemoryWorld } from '../memory/index.ts';
import { distanceKm, earthRadiusKm } from '../src/events/distance.ts';
import type { EventDraft } from '../src/events/event-draft.ts';
import { after, day, hour } from '../src/time.ts';
import { draft, event, person, refusal } from './support.ts';

t.test('an organizer creates an event and everybody finds it', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const created = await event(world, organizerId, { title: '  Lantern concert ', price: 12.5, capacity: 80 });
  t.hasStrict(created, {
    title: 'Lantern concert',
    priceMinor: 1250,
    capacity: 80,
    visibility: 'public',
    status: 'scheduled',
    rsvpCount: 0,
    category: { slug: 'music', name: 'Music' },
    organizer: { id: organizerId },
  });
  const list = await world.domain.listEvents({ callerId: null });
  t.strictSame(
    list.items.map(({ id }) => id),
    [created.id],
  );
  t.strictSame([list.total, list.page, list.limit], [1, 1, 20]);
  t.equal(
    (await world.domain.getEvent({ eventId: created.id.toUpperCase(), callerId: null })).id,
    created.id,
  );
});

t.test('a faulty draft is refused with all its faults, and nothing is written', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const faults: readonly [string, Partial<EventDraft>][] = [
    ['/title', { title: '  ' }],
    ['/title', { title: 'x'.repeat(201) }],
    ['/title', { title: 'nul\u0000' }],
    ['/title', { title: 'half \ud800 a pair' }],
    ['/coverUrl', { coverUrl: 'https://pics.example/\ud800' }],
    ['/description', { description: 'x'.repeat(10_001) }],
    ['/endAt', { endAt: after(world.clock.now(), day) }],
    ['/startAt', { startAt: new Date('0001-01-01T00:00:00Z') }],
    ['/startAt', { startAt: new Date(Number.NaN) }],
    ['/location/address', { location: { address: '', lat: 0, lng: 0 } }],
    ['/location/lat', { location: { address: 'x', lat: 90.1, lng: 0 } }],
    ['/location/lng', { location: { address: 'x', lat: 0, lng: Number.NaN } }],
    ['/category', { category: 'no-such' }],
    ['/category', { category: 'Not A Slug' }],
    ['/coverUrl', { coverUrl: 'javascript:alert(1)' }],
    ['/coverUrl', { coverUrl: 'https://pics.example/über.jpg' }],
    ['/coverUrl', { coverUrl: 'https://pics.example/100%.jpg' }],
    ['/coverUrl', { coverUrl: 'https://pics.example/a#b#c' }],
    ['/coverUrl', { coverUrl: 'https://?x' }],
    ['/coverUrl', { coverUrl: `https://${'a:'.repeat(900)}/"` }],
    ['/price', { price: -1 }],
    ['/price', { price: 0.001 }],
    ['/price', { price: 10_000_001 }],
    ['/capacity', { capacity: 0 }],
    ['/capacity', { capacity: 1.5 }],
    ['/template', { template: '' }],
    ['/enabledModules', { enabledModules: ['a', 'a'] }],
    ['/enabledModules', { enabledModules: ['<b>'] }],
  ];
  for (const [path, changes] of faults)
    await t.rejects(
      event(world, organizerId, changes),
      refusal('invalid_request', { errors: [{ path }] }),
      path,
    );
  await t.rejects(
    event(world, organizerId, { title: '', price: -1 }),
    refusal('invalid_request', { errors: [{ path: '/title' }, { path: '/price' }] }),
  );
  t.equal(world.tables.events.rows().length, 0);
  t.ok(await event(world, organizerId, { title: '😀'.repeat(200) }), 'a character is a code point');
  await t.rejects(event(world, organizerId, { title: '😀'.repeat(201) }), refusal('invalid_request'));
  for (const price of [0.1, 19.99, 0.29, 1.15, 9_999_999.99])
    t.equal((await event(world, organizerId, { price })).priceMinor, Math.round(price * 100));
});

t.test('an update keeps the rules of the whole event', async (t) => {
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
  t.equal(both.length, 2, 'two at once: each is laid over the other');
  t.hasStrict(await world.domain.getEvent({ eventId: id, callerId: null }), { title: 'A', description: 'B' });
  await world.domain.cancelEvent({ eventId: id, callerId: organizerId });
  await t.rejects(update({ title: 'C' }), refusal('event_cancelled'));
});

t.test('only the organizer cancels, deletes and names admins', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  const { domain } = world;
  await domain.addEventAdmin({ eventId, callerId: organizerId, userId: admin });
  await t.rejects(domain.cancelEvent({ eventId, callerId: admin }), refusal('forbidden'));
  await t.rejects(domain.deleteEvent({ eventId, callerId: admin }), refusal('forbidden'));
  await t.rejects(domain.addEventAdmin({ eventId, callerId: admin, userId: admin }), refusal('forbidden'));
  await t.rejects(domain.removeEventAdmin({ eventId, callerId: admin, userId: admin }), refusal('forbidden'));
  await t.rejects(
    domain.addEventAdmin({ eventId, callerId: organizerId, userId: 'x' }),
    refusal('not_found'),
  );
  await domain.removeEventAdmin({ eventId, callerId: organizerId, userId: admin });
  await t.rejects(domain.updateEvent({ eventId, callerId: admin, changes: {} }), refusal('forbidden'));
  t.equal((await domain.cancelEvent({ eventId, callerId: organizerId })).status, 'cancelled');
  t.equal((await domain.cancelEvent({ eventId, callerId: organizerId })).status, 'cancelled');
  t.equal((await domain.listEvents({ callerId: null })).total, 0);
  await domain.deleteEvent({ eventId, callerId: organizerId });
  await t.rejects(domain.getEvent({ eventId, callerId: organizerId }), refusal('event_not_found'));
  for (const unknown of ['nope', '0190a000-0000-7000-8000-000000000000'])
    await t.rejects(domain.getEvent({ eventId: unknown, callerId: null }), refusal('event_not_found'));
});

t.test('lists take dates, places, categories and pages', async (t) => {
  const world = createMemoryWorld({ now: new Date('2026-06-10T12:00:00.000Z') });
  const organizerId = await person(world);
  const on = (title: string, startAt: string, hours: number) =>
    event(world, organizerId, {
      title,
      startAt: new Date(startAt),
      endAt: after(new Date(startAt), hours * hour),
    });
  await on('past', '2026-06-01T20:00:00Z', 2);
  await on('ongoing', '2026-06-10T11:00:00Z', 2);
  await on('midnight', '2026-06-20T00:00:00Z', 1);
  await on('evening', '2026-06-20T22:00:00Z', 4);
  const titles = async (query: Parameters<typeof world.domain.listEvents>[0] | object) =>
    (await world.domain.listEvents({ callerId: null, ...query })).items.map(({ title }) => title);
  const at = (text: string) => ({ at: new Date(text), wholeDay: false });
  const on20th = (text: string) => ({ at: new Date(`${text}T00:00:00Z`), wholeDay: true });
  t.strictSame(await titles({}), ['ongoing', 'midnight', 'evening']);
  t.strictSame(await titles({ dateFrom: on20th('2026-06-01') }), ['past', 'ongoing', 'midnight', 'evening']);
  t.strictSame(await titles({ dateTo: at('2026-06-20T00:00:00Z') }), ['ongoing', 'midnight'], 'inclusive');
  t.strictSame(await titles({ dateTo: on20th('2026-06-19') }), ['ongoing']);
  t.strictSame(await titles({ dateFrom: on20th('2026-06-20'), dateTo: on20th('2026-06-20') }), [
    'midnight',
    'evening',
  ]);
  t.strictSame(
    await titles({ dateFrom: at('2026-06-20T01:00:00Z') }),
    ['evening'],
    'one that just ended is over',
  );
  t.strictSame(await titles({ dateFrom: at('2026-06-21T00:00:00Z') }), ['evening'], 'overlap is enough');
  t.strictSame(await titles({ limit: 1, page: 2 }), ['midnight']);
  t.strictSame(await titles({ lat: 52.5, lng: 13.4, radius: 5 }), ['ongoing', 'midnight', 'evening']);
  t.strictSame(await titles({ lat: 0, lng: 0 }), []);
  t.strictSame(await titles({ category: 'tech' }), []);
  const faults: readonly [string, object][] = [
    ['/radius', { radius: 5 }],
    ['/lng', { lat: 1 }],
    ['/lat', { lng: 1 }],
    ['/lat', { lat: 91, lng: 0 }],
    ['/lng', { lat: 0, lng: -181 }],
    ['/radius', { lat: 0, lng: 0, radius: 0 }],
    ['/radius', { lat: 0, lng: 0, radius: 20_038.1 }],
    ['/radius', { lat: 0, lng: 0, radius: Number.NaN }],
    ['/page', { page: 0 }],
    ['/page', { page: 1.5 }],
    ['/limit', { limit: 0 }],
    ['/limit', { limit: 51 }],
    ['/q', { q: '' }],
    ['/q', { q: 'x'.repeat(201) }],
    ['/dateFrom', { dateFrom: at('2026-06-20T00:00:00.001Z'), dateTo: at('2026-06-20T00:00:00Z') }],
    ['/dateFrom', { dateFrom: on20th('2026-06-21'), dateTo: on20th('2026-06-20') }],
  ];
  for (const [path, query] of faults)
    await t.rejects(titles(query), refusal('invalid_request', { errors: [{ path }] }), JSON.stringify(query));
});

t.test('search forgives one typo when nothing matches exactly', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  await event(world, organizerId, { title: 'Pottery workshop', description: '' });
  await event(world, organizerId, { title: 'Botany', description: 'a pottery shed' });
  const find = async (q: string) =>
    (await world.domain.searchEvents({ q, callerId: null })).items.map(({ title }) => title);
  t.strictSame(await find('pottery'), ['Pottery workshop', 'Botany']);
  for (const typo of ['potery', 'pottrey', 'pottary', 'pottteries'.replace('teries', 'ery')])
    t.strictSame(await find(typo), ['Pottery workshop', 'Botany'], typo);
  t.strictSame(await find('wrokshop pottery'), ['Pottery workshop']);
  t.strictSame(await find('ptotrey'), [], 'two typos are two');
  t.strictSame(await find('shde'), [], 'short words are taken as they are');
  for (const odd of ['!!!', '\'"\\', '%_', '\u0000', '&|!:*()<->', '🎉', '   '])
    t.strictSame(await find(odd), [], JSON.stringify(odd));
});

t.test('RSVPs and saves', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId, { capacity: 1 });
  const { domain } = world;
  t.strictSame(await domain.answerRsvp({ eventId, userId: organizerId, state: 'going' }), {
    myRsvp: 'going',
    rsvpCount: 1,
  });
  t.strictSame(await domain.answerRsvp({ eventId, userId: guest, state: 'going' }), {
    myRsvp: 'going',
    rsvpCount: 2,
  });
  t.strictSame(await domain.saveEvent({ eventId, userId: guest, saved: true }), { isSaved: true });
  t.hasStrict((await domain.listEvents({ callerId: guest })).items[0], {
    myRsvp: 'going',
    isSaved: true,
    rsvpCount: 2,
  });
  t.hasStrict((await domain.listEvents({ callerId: null })).items[0], {
    myRsvp: null,
    isSaved: false,
    rsvpCount: 2,
  });
  await domain.cancelEvent({ eventId, callerId: organizerId });
  await t.rejects(
    domain.answerRsvp({ eventId, userId: guest, state: 'interested' }),
    refusal('event_cancelled'),
  );
  t.strictSame(await domain.answerRsvp({ eventId, userId: guest, state: null }), {
    myRsvp: null,
    rsvpCount: 1,
  });
  t.strictSame(await domain.saveEvent({ eventId, userId: guest, saved: false }), { isSaved: false });
  await t.rejects(
    domain.answerRsvp({ eventId: 'x', userId: guest, state: null }),
    refusal('event_not_found'),
  );
  const secret = await event(world, organizerId, { visibility: 'private' });
  const hidden = { eventId: secret.id, userId: guest };
  for (const state of ['going', 'interested', null] as const)
    await t.rejects(domain.answerRsvp({ ...hidden, state }), refusal('event_not_found'));
  for (const saved of [true, false])
    await t.rejects(domain.saveEvent({ ...hidden, saved }), refusal('event_not_found'));
});

t.test('what one saved can be unsaved when it is out of sight', async (t) => {
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

t.test('an import adds sound events once and reports the others', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const entry = (sourceKey: string, changes: Partial<EventDraft> = {}, categoryName?: string) => ({
    sourceKey,
    draft: draft(world, changes),
    categoryName,
  });
  const events = [
    entry('a'),
    entry('b', { category: 'board-games' }),
    entry('c', { category: 'c-plus-plus' }, 'C++'),
    entry('d', { title: '' }),
    entry('a'),
  ];
  t.hasStrict(await world.domain.importEvents({ organizerId, events }), {
    added: 3,
    known: 1,
    faulty: [{ index: 3, errors: [{ path: '/title' }] }],
  });
  t.hasStrict(await world.domain.importEvents({ organizerId, events }), { added: 0, known: 4 });
  const names = (await world.domain.listCategories()).map(({ name }) => name);
  t.ok(names.includes('Board games') && names.includes('C++'));
  t.equal((await world.domain.searchEvents({ q: 'board', callerId: null })).total, 1);
});

t.test('great-circle distance', async (t) => {
  const quarter = (Math.PI / 2) * earthRadiusKm;
  t.ok(Math.abs(distanceKm({ lat: 0, lng: 0 }, { lat: 90, lng: 55 }) - quarter) < 1e-6);
  t.ok(Math.abs(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 }) - 2 * quarter) < 1e-6);
  t.ok(Math.abs(distanceKm({ lat: 52.52, lng: 13.405 }, { lat: 48.8566, lng: 2.3522 }) - 877.5) < 1);
  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(point, point, (one, other) => {
      const distance = distanceKm(one, other);
      return (
        distance >= 0 &&
        distance <= 2 * quarter + 1e-6 &&
        Math.abs(distance - distanceKm(other, one)) < 1e-6 &&
        distanceKm(one, one) === 0
      );
    }),
  );
});
