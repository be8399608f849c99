import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import type { ListedPage } from '../../../src/events/lists/listed-page.ts';
import { after, day, hour, minute } from '../../../src/time.ts';
import { event, person, refusal } from '../../support.ts';

type Read = (page: { readonly limit: number; readonly after?: string | undefined }) => Promise<ListedPage>;

/** The titles of all pages, with something done before each but the first. */
const titlesBy = async (
  read: Read,
  between: () => unknown = () => {},
  limit = 2,
): Promise<readonly string[]> => {
  const titles: string[] = [];
  for (let page = await read({ limit }); ; page = await read({ limit, after: page.next ?? '' })) {
    titles.push(...page.items.map((item) => item.event.title));
    if (page.next === null) return titles;
    await between();
  }
};

const someEvents = async () => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  const start = world.clock.now();
  const add = (title: string, hours: number, more: object = {}) =>
    event(world, organizer, {
      ...{ title, startAt: after(start, hours * hour), endAt: after(start, (hours + 90) * hour), ...more },
    });
  return { world, organizer, add };
};

t.test('lists are gone through without a gap or a repetition, whatever comes and goes', async (t) => {
  const { world, organizer, add } = await someEvents();
  const { domain } = world;
  for (const [title, hours] of [...'abcdefg'].map((title, index) => [title, index + 1] as const))
    await add(title, hours);
  const listAll =
    (query: object = {}) =>
    (page: object) =>
      domain.listEvents({ callerId: null, ...query, ...page });
  t.equal((await titlesBy(listAll())).join(''), 'abcdefg');
  t.equal((await titlesBy(listAll(), undefined, 7)).join(''), 'abcdefg', 'the last page is full');
  const first = await domain.listEvents({ callerId: null, limit: 2 });
  const seen = first.items.map((item) => item.event);
  await add('new before', 1.5);
  for (const { id } of seen)
    await domain.deleteEvent({ eventId: id, callerId: organizer, origin: {} as never });
  await add('new behind', 2.5);
  const rest = await titlesBy(({ after: next = first.next ?? '', ...page }) =>
    listAll()({ ...page, after: next }),
  );
  t.strictSame(rest, ['new behind', ...'cdefg']);
});

t.test('each order has its own way on', async (t) => {
  const { world, add } = await someEvents();
  const place = (lat: number) => ({ location: { address: 'A road', lat, lng: 13 } });
  await add('jazz one', 5, place(52.3));
  await add('jazz two', 4, place(52.1));
  await add('jazz three', 3, place(52.1));
  await add('a talk', 2, { description: 'of jazz', ...place(52.2) });
  await add('jazz four', 1, place(52.4));
  const around = { lat: 52, lng: 13, radius: 50.0 };
  const byDistance = (page: object) =>
    world.domain.listEvents({ callerId: null, ...around, sort: 'distance', ...page });
  t.strictSame(await titlesBy(byDistance), ['jazz three', 'jazz two', 'a talk', 'jazz one', 'jazz four']);
  const search = (page: object) => world.domain.searchEvents({ callerId: null, q: 'jazz', ...page });
  t.strictSame(await titlesBy(search), ['jazz four', 'jazz three', 'jazz two', 'jazz one', 'a talk']);
  const misspelt = (page: object) => world.domain.searchEvents({ callerId: null, q: 'threee', ...page });
  t.strictSame(await titlesBy(misspelt, undefined, 1), ['jazz three']);
  await add('jazz threes', 9);
  const first = await misspelt({ limit: 1 });
  await add('threee', 8);
  const rest = await titlesBy((page) => misspelt({ after: first.next, ...page }), undefined, 1);
  t.strictSame(rest, ['threee', 'jazz threes'], 'what stands for the words stays the same');
});

t.test('what began long ago stays last while hours pass', async (t) => {
  const { world, add } = await someEvents();
  await add('long ago', -30);
  await add('a day ago', -23.5);
  await add('soon', 1);
  await add('later', 2);
  const read = (page: object) => world.domain.listEvents({ callerId: null, ...page });
  t.strictSame(await titlesBy(read, () => world.clock.advance(minute * 59), 1), [
    'a day ago',
    'soon',
    'later',
    'long ago',
  ]);
});

t.test('a cursor is good for its list', async (t) => {
  const { world, organizer, add } = await someEvents();
  await add('one', 1);
  await add('two', 2);
  const { domain } = world;
  const { next } = await domain.listEvents({ callerId: null, limit: 1 });
  const refused = refusal('invalid_request', { errors: [{ path: '/after' }] });
  const query = { callerId: null, limit: 1, after: next ?? '' };
  await t.rejects(domain.listEvents({ ...query, category: ['music'] }), refused);
  await t.rejects(domain.searchEvents({ ...query, q: 'one' }), refused);
  await t.rejects(domain.listMyEvents({ ...query, callerId: organizer, role: 'organizing' }), refused);
  t.strictSame((await domain.listEvents({ ...query, limit: 5 })).items.length, 1, 'pages of any size');
  world.clock.advance(2 * day);
  await t.rejects(domain.listEvents(query), refused, 'it is too old');
});

t.test('a caller’s own events have cursors, too', async (t) => {
  const { world, organizer, add } = await someEvents();
  const other = await person(world);
  for (const hours of [3, 1, 2]) await add(`own ${hours}`, hours);
  const { id: eventId } = await event(world, other, {
    ...{ title: 'of another', startAt: world.clock.now(), endAt: after(world.clock.now(), hour) },
  });
  await world.domain.addEventAdmin({ eventId, callerId: other, userId: organizer });
  const mine = (query: object) => (page: object) =>
    world.domain.listMyEvents({ callerId: organizer, role: 'organizing', ...query, ...page });
  t.strictSame(await titlesBy(mine({}), undefined, 1), ['own 1', 'own 2', 'own 3', 'of another']);
  t.strictSame(await titlesBy(mine({ when: 'upcoming' }), undefined, 1), [
    ...['of another', 'own 1', 'own 2', 'own 3'],
  ]);
  world.clock.advance(99 * hour);
  t.strictSame(await titlesBy(mine({ when: 'past' }), undefined, 1), [
    'own 3',
    'own 2',
    'own 1',
    'of another',
  ]);
});

t.test('a cursor may stand behind what began long ago', async (t) => {
  const { world, add } = await someEvents();
  for (const [title, hours] of Object.entries({ older: -40, old: -30, soon: 1 })) await add(title, hours);
  const read = (page: object) => world.domain.listEvents({ callerId: null, ...page });
  t.strictSame(await titlesBy(read, undefined, 1), ['soon', 'older', 'old']);
});

t.test('own events come before those that one administers, page by page', async (t) => {
  const { world, organizer, add } = await someEvents();
  const other = await person(world);
  for (const title of ['one', 'two']) {
    const { id } = await add(title, 1);
    await world.domain.addEventAdmin({ eventId: id, callerId: organizer, userId: other });
  }
  await event(world, other, { title: 'own' });
  const read = (page: object) => world.domain.listMyEvents({ callerId: other, role: 'organizing', ...page });
  t.equal((await titlesBy(read, undefined, 1))[0], 'own');
  t.strictSame([...(await titlesBy(read, undefined, 2))].sort(), ['one', 'own', 'two']);
});
