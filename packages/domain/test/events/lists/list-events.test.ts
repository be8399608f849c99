import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { createDomain } from '../../../src/create-domain.ts';
import type { ListedEvent } from '../../../src/events/event.ts';
import type { EventFilter } from '../../../src/events/lists/event-filter.ts';
import type { ListEvents } from '../../../src/events/lists/list-events.ts';
import { limits } from '../../../src/limits.ts';
import { after, day, hour } from '../../../src/time.ts';
import { event, faultsOf, person, refusal, unknownId } from '../../support.ts';

const list = (query: Omit<ListEvents, 'callerId'>) =>
  createMemoryWorld().domain.listEvents({ callerId: null, ...query });
const at = (text: string) => ({ at: new Date(text), wholeDay: false });

t.test('every bound of a list is accepted, one step beyond is a fault', async (t) => {
  const accepted = [
    { lat: 90, lng: 180 },
    { lat: -90, lng: -180 },
    { lat: 0, lng: 0, radius: limits.radiusKm },
    { lat: 0, lng: 0, radius: 0.001 },
    { q: 'x'.repeat(limits.queryLength) },
    { q: 'x' },
    { dateFrom: at('2026-06-20T00:00:00Z'), dateTo: at('2026-06-20T00:00:00Z') },
  ];
  for (const query of accepted) t.equal((await list(query)).total, 0, JSON.stringify(query));
  const refused: readonly [Omit<ListEvents, 'callerId'>, string, string][] = [
    [{ radius: 1 }, '/radius', 'needs lat and lng'],
    [{ lat: 1 }, '/lng', 'is needed: lat and lng go together'],
    [{ lng: 1 }, '/lat', 'is needed: lat and lng go together'],
    [{ lat: 90.000001, lng: 0 }, '/lat', 'must be a number from -90 to 90'],
    [{ lat: -90.000001, lng: 0 }, '/lat', 'must be a number from -90 to 90'],
    [{ lat: 0, lng: 180.000001 }, '/lng', 'must be a number from -180 to 180'],
    [{ lat: 0, lng: -180.000001 }, '/lng', 'must be a number from -180 to 180'],
    [{ lat: 0, lng: 0, radius: 0 }, '/radius', 'must be a number above 0, at most 20038'],
    [{ lat: 0, lng: 0, radius: 20_038.000001 }, '/radius', 'must be a number above 0, at most 20038'],
    [{ q: '' }, '/q', 'must be 1 to 200 characters'],
    [{ q: 'x'.repeat(201) }, '/q', 'must be 1 to 200 characters'],
    [
      { dateFrom: at('2026-06-20T00:00:00.001Z'), dateTo: at('2026-06-20T00:00:00Z') },
      '/dateFrom',
      'must not be after dateTo',
    ],
  ];
  for (const [query, path, message] of refused)
    t.strictSame(await faultsOf(list(query)), [{ path, message }], JSON.stringify(query).slice(0, 60));
});

t.test('matches in the title come first, then those in part of it, each by start', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const add = (title: string, description: string, days: number) =>
    event(world, organizerId, {
      title,
      description,
      startAt: after(world.clock.now(), days * day),
      endAt: after(world.clock.now(), (days + 1) * day),
    });
  await add('Supper', 'with jazz until the night', 1);
  await add('Jazz brunch', 'not at night', 2);
  await add('Jazz all night', '', 4);
  await add('Night of jazz', '', 3);
  const titles = ({ items }: Awaited<ReturnType<typeof world.domain.listEvents>>) =>
    items.map(({ event: { title } }) => title);
  const q = 'jazz night';
  t.strictSame(titles(await world.domain.searchEvents({ q, callerId: null })), [
    'Night of jazz',
    'Jazz all night',
    'Jazz brunch',
    'Supper',
  ]);
  t.strictSame(titles(await world.domain.listEvents({ q, callerId: null })), [
    'Supper',
    'Jazz brunch',
    'Night of jazz',
    'Jazz all night',
  ]);
});

t.test('events that began more than a day before come last, all through the hour', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const start = world.clock.now();
  const add = (title: string, startAt: Date) =>
    event(world, organizerId, { title, startAt, endAt: after(start, 9 * day) });
  await add('ongoing', after(start, -day));
  await add('next', after(start, day));
  const titles = async (query: object = {}) =>
    (await world.domain.listEvents({ ...query, callerId: null })).items.map(({ event: { title } }) => title);
  t.strictSame(await titles(), ['ongoing', 'next']);
  world.clock.advance(hour - 1 - (start.getTime() % hour));
  t.strictSame(await titles(), ['ongoing', 'next'], 'at the end of the hour');
  world.clock.advance(1);
  t.strictSame(await titles(), ['next', 'ongoing'], 'in the next hour');
  const dateFrom = { at: after(start, 1), wholeDay: false };
  t.strictSame(await titles({ dateFrom }), ['next', 'ongoing'], 'before a date');
  t.strictSame(await titles({ dateFrom: { ...dateFrom, at: start } }), ['ongoing', 'next']);
});

t.test('typos are corrected only when nothing matches as typed', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  await event(world, organizerId, { title: 'Casting' });
  await event(world, organizerId, { title: 'Tasting' });
  const titles = async (q: string) =>
    (await world.domain.searchEvents({ q, callerId: null })).items.map(({ event: { title } }) => title);
  t.strictSame(await titles('casting'), ['Casting']);
  t.strictSame(await titles('xasting'), ['Casting', 'Tasting']);
});

t.test('the catalog is queried once, with the order and whether a date was given', async (t) => {
  const world = createMemoryWorld();
  const filters: (readonly [string, Pick<EventFilter, 'isDated'>['isDated']])[] = [];
  const { stores } = world.dependencies;
  const domain = createDomain({
    ...world.dependencies,
    stores: {
      ...stores,
      eventCatalog: {
        ...stores.eventCatalog,
        list: (filter, order, caller, page) => {
          filters.push([order, filter.isDated]);
          return stores.eventCatalog.list(filter, order, caller, page);
        },
      },
    },
  });
  await domain.listEvents({ callerId: null });
  await domain.listEvents({ callerId: null, dateFrom: at('2026-06-20T00:00:00Z') });
  await domain.searchEvents({ callerId: null, q: 'jazz' });
  t.strictSame(filters, [
    ['time', false],
    ['time', true],
    ['relevance', false],
  ]);
  t.equal((await domain.searchEvents({ callerId: null, q: '!?' })).total, 0);
  t.equal(filters.length, 3, 'a query without a word is answered at once');
});

t.test('lists are sorted by distance, and where that is the same by start', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const now = world.clock.now();
  for (const [title, lng, days] of [
    ['far', 13.6, 1],
    ['near', 13.41, 3],
    ['near and sooner', 13.41, 2],
    ['here', 13.4, 4],
  ] as const)
    await event(world, organizerId, {
      title,
      location: { address: 'Berlin', lat: 52.5, lng },
      startAt: after(now, days * day),
      endAt: after(now, days * day + hour),
    });
  const titles = async (page: number) => {
    const place = { lat: 52.5, lng: 13.4, radius: 50, sort: 'distance', limit: 3 };
    const { items, total } = await world.domain.listEvents({ ...place, page, callerId: null });
    return [total, ...items.map(({ event: { title } }) => title)];
  };
  t.strictSame(await titles(1), [4, 'here', 'near and sooner', 'near']);
  t.strictSame(await titles(2), [4, 'far']);
});

t.test('lists are filtered by date, place and category, in pages', async (t) => {
  const world = createMemoryWorld({ now: new Date('2026-06-10T12:00:00.000Z') });
  const organizerId = await person(world);
  const on = (title: string, startAt: string, hours: number) =>
    event(world, organizerId, {
      title,
      startAt: new Date(startAt),
      endAt: after(new Date(startAt), hours * hour),
    });
  const tagged = await event(world, organizerId, { title: 'private', visibility: 'private', tags: ['a'] });
  await on('past', '2026-06-01T20:00:00Z', 2);
  await on('ongoing', '2026-06-10T11:00:00Z', 2);
  await on('midnight', '2026-06-20T00:00:00Z', 1);
  await on('evening', '2026-06-20T22:00:00Z', 4);
  const titles = async (query: Parameters<typeof world.domain.listEvents>[0] | object) =>
    (await world.domain.listEvents({ callerId: null, ...query })).items.map(({ event: { title } }) => title);
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
    'an event that just ended is left out',
  );
  t.strictSame(await titles({ dateFrom: at('2026-06-21T00:00:00Z') }), ['evening'], 'overlap is enough');
  t.strictSame(await titles({ limit: 1, page: 2 }), ['midnight']);
  t.strictSame(await titles({ lat: 52.5, lng: 13.4, radius: 5 }), ['ongoing', 'midnight', 'evening']);
  t.strictSame(await titles({ lat: 0, lng: 0 }), []);
  t.strictSame(await titles({ category: ['tech'] }), []);
  t.strictSame(await titles({ category: ['tech', 'music', 'tech'] }), ['ongoing', 'midnight', 'evening']);
  const [{ event: ongoing }] = (await world.domain.listEvents({ callerId: null })).items as [ListedEvent];
  for (const [{ id }, tags] of [
    [tagged, ['a', 'b']],
    [ongoing, ['b', 'open-air']],
  ] as const)
    await world.domain.updateEvent({ eventId: id, callerId: organizerId, changes: { tags } });
  t.strictSame(await titles({ tag: ['b'] }), ['ongoing']);
  t.strictSame(await titles({ tag: ['x', 'open-air', 'x'] }), ['ongoing'], 'any of them');
  t.strictSame(await titles({ tag: ['a'] }), [], 'private events are not listed');
  t.strictSame(await titles({ tag: ['open air'] }), [], 'what is no tag');
  t.strictSame(await titles({ q: 'air' }), ['ongoing']);
  const faults: readonly [string, object][] = [
    ['/tag', { tag: [] }],
    ['/tag', { tag: ['a', ''] }],
    ['/tag', { tag: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['/category', { category: [] }],
    ['/category', { category: ['music', ''] }],
    ['/category', { category: Array.from({ length: 11 }, (_, number) => `category-${number}`) }],
    ['/sort', { sort: 'price' }],
    ['/sort', { sort: 'distance' }],
    ['/radius', { sort: 'distance', lat: 52.5, lng: 13.4, radius: 51 }],
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

t.test('search corrects one typo per word when nothing matches exactly', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  await event(world, organizerId, { title: 'Pottery workshop', description: '' });
  await event(world, organizerId, { title: 'Botany', description: 'a pottery shed' });
  const find = async (q: string) =>
    (await world.domain.searchEvents({ q, callerId: null })).items.map(({ event: { title } }) => title);
  t.strictSame(await find('pottery'), ['Pottery workshop', 'Botany']);
  for (const typo of ['potery', 'pottrey', 'pottary', 'pottteries'.replace('teries', 'ery')])
    t.strictSame(await find(typo), ['Pottery workshop', 'Botany'], typo);
  t.strictSame(await find('wrokshop pottery'), ['Pottery workshop']);
  t.strictSame(await find('ptotrey'), [], 'two typos are two');
  t.strictSame(await find('shde'), [], 'short words are taken as they are');
  for (const odd of ['!!!', '\'"\\', '%_', '\u0000', '&|!:*()<->', '🎉', '   '])
    t.strictSame(await find(odd), [], JSON.stringify(odd));
});

t.test("lists and finds an organizer's events; ids of another form have none", async (t) => {
  const world = createMemoryWorld();
  const [organizer, other] = [await person(world), await person(world)];
  await event(world, organizer, { title: 'Own jazz' });
  await event(world, other, { title: 'Jazz of others' });
  const titles = async (query: Parameters<typeof world.domain.listEvents>[0]) =>
    (await world.domain.listEvents(query)).items.map(({ event: { title } }) => title);
  t.strictSame(await titles({ organizer, callerId: null }), ['Own jazz']);
  t.strictSame(await titles({ organizer, q: 'jazz', callerId: null }), ['Own jazz']);
  t.strictSame(await titles({ organizer: unknownId, callerId: null }), []);
  for (const organizer of ['nonsense', ''])
    t.strictSame(await world.domain.listEvents({ organizer, callerId: null }), {
      ...{ items: [], total: 0, page: 1, limit: 20, next: null },
    });
});
