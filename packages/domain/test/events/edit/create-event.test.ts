import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import type { EventDraft } from '../../../src/events/event-fields.ts';
import { after, day } from '../../../src/time.ts';
import { event, faultsOf, person, refusal } from '../../support.ts';

t.test('an unknown category is a fault', async (t) => {
  const world = createMemoryWorld();
  t.strictSame(await faultsOf(event(world, await person(world), { category: 'no-such' })), [
    { path: '/category', message: 'must be the slug of a known category' },
  ]);
});

t.test('a created event is listed and can be read by its id', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const createdEvent = await event(world, organizerId, {
    title: '  Lantern concert ',
    price: 12.5,
    capacity: 80,
  });
  t.hasStrict(createdEvent, {
    title: 'Lantern concert',
    priceMinor: 1250,
    capacity: 80,
    visibility: 'public',
    status: 'scheduled',
    cancelReason: null,
    takenDown: null,
    rsvpCount: 0,
    category: { slug: 'music', name: 'Music' },
    organizer: { id: organizerId },
  });
  const list = await world.domain.listEvents({ callerId: null });
  t.strictSame(
    list.items.map(({ event: { id } }) => id),
    [createdEvent.id],
  );
  t.strictSame([list.total, list.page, list.limit], [1, 1, 20]);
  t.equal(
    (await world.domain.getEvent({ eventId: createdEvent.id.toUpperCase(), callerId: null })).id,
    createdEvent.id,
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
