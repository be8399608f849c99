import type { EventFilter } from '../../src/events/lists/event-filter.ts';
import { parseTextQuery } from '../../src/search/text-query.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, anyEvent, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'categories' | 'eventCatalog' | 'events' | 'rsvps' | 'saved' | 'users'>;

const page = { page: 1, limit: 20 };

/** What the catalog finds by words. */
export const eventSearchContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'finds words in any script, titles first', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (title: string, description: string, days: number) =>
      addEvent(stores, {
        organizerId,
        title,
        description,
        startAt: after(now, days * day),
        endAt: after(now, (days + 1) * day),
        tags: days === 4 ? ['open-air', 'x2'] : [],
      });
    await add('Harbour walk', 'with a jazz band at the end', 1);
    await add('Jazz on the roof', 'drinks', 2);
    await add('Święto ŁÓDZI', 'Smørrebrød, straße', 3);
    await add('Джаз у парку', 'Київ', 4);
    await add('東京ジャズ', 'ライブ', 5);
    await add("Rock'n'roll \\ 50% & more: 'quoted' | (really) !*", 'odd: punctuation', 6);
    const find = async (q: string, order: 'time' | 'relevance' = 'relevance') => {
      const text = parseTextQuery(q);
      const { items } = await stores.eventCatalog.list({ ...anyEvent, text }, order, null, page);
      return items.map(({ event: { title } }) => title.slice(0, 7));
    };
    t.strictSame(await find('jazz'), ['Jazz on', 'Harbour']);
    t.strictSame(await find('JAZZ', 'time'), ['Harbour', 'Jazz on']);
    t.strictSame(await find('jaz'), ['Jazz on', 'Harbour'], 'the last word is a prefix');
    t.strictSame(await find('jaz band'), [], 'the others are whole');
    t.strictSame(await find('band jazz end'), ['Harbour']);
    t.strictSame(await find('jazz berlin'), ['Jazz on', 'Harbour'], 'the address counts');
    t.strictSame(await find('music roof'), ['Jazz on'], 'the category counts');
    t.strictSame(await find('swieto lodzi'), ['Święto ']);
    t.strictSame(await find('SMORREBROD strasse'), ['Święto ']);
    t.strictSame(await find('джаз'), ['Джаз у ']);
    t.strictSame(await find('київ'), ['Джаз у ']);
    t.strictSame(await find('東京'), ['東京ジャズ']);
    t.strictSame(await find("rock'n'roll"), ["Rock'n'"]);
    t.strictSame(await find('QUOTED 50%'), ["Rock'n'"]);
    t.strictSame(await find('really\\'), ["Rock'n'"]);
    t.strictSame(await find('open-air'), ['Джаз у '], 'tags count');
    t.strictSame(await find('x2 air'), ['Джаз у ']);
    t.strictSame(await find('zzz'), []);
    const unknownPage = await stores.eventCatalog.list({ ...anyEvent, text: [] }, 'relevance', null, page);
    t.equal(unknownPage.total, 0, 'no words match nothing');
    const either = [
      [
        { word: 'roof', prefix: false },
        { word: 'harb', prefix: true },
      ],
    ];
    t.equal((await stores.eventCatalog.list({ ...anyEvent, text: either }, 'time', null, page)).total, 2);
  });

  await example(t, 'finds a changed event by its new words', async (t, { stores }) => {
    const event = await addEvent(stores, { title: 'Oldname' });
    const document = { title: ['newname'], other: [] };
    await stores.events.change(event.id, 0, { title: 'Newname' }, document, now);
    const total = async (q: string) =>
      (await stores.eventCatalog.list({ ...anyEvent, text: parseTextQuery(q) }, 'time', null, page)).total;
    t.strictSame([await total('oldname'), await total('newname')], [0, 1]);
  });

  await example(t, 'ranks by words in the title, then by start, then by id', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (title: string, description: string, days: number) => {
      const [startAt, endAt] = [after(now, days * day), after(now, days * day + hour)];
      return addEvent(stores, { organizerId, title, description, startAt, endAt });
    };
    await add('Neither 1', 'red moon', 1);
    await add('One: red 3', 'moon', 3);
    await add('One: moon 2', 'red', 2);
    await add('Both: red moon 5', '', 5);
    await add('Both: moon red 4', '', 4);
    await add('Only red', '', 1);
    const find = async (order: 'time' | 'relevance', at = page) => {
      const filter = { ...anyEvent, text: parseTextQuery('red moon') };
      const { items, total } = await stores.eventCatalog.list(filter, order, null, at);
      return [total, ...items.map(({ event: { title } }) => title.slice(-1))];
    };
    t.strictSame(await find('relevance'), [5, '4', '5', '2', '3', '1']);
    t.strictSame(await find('time'), [5, '1', '2', '3', '4', '5']);
    t.strictSame(await find('relevance', { page: 2, limit: 2 }), [5, '2', '3']);
    t.strictSame(await find('relevance', { page: 4, limit: 2 }), [5]);
    t.strictSame(await find('time', { page: 3, limit: 2 }), [5, '5']);
  });

  await example(
    t,
    'finds by words, place, category and time only what all of them let through',
    async (t, { stores }) => {
      const { id: organizerId } = await addUser(stores);
      await stores.categories.ensure([{ slug: 'food', name: 'Food', emoji: '🍲' }]);
      const berlin = { address: 'Berlin', lat: 52.5, lng: 13.4 };
      const draft = { organizerId, title: 'Jazz', location: berlin };
      const match = await addEvent(stores, draft);
      await addEvent(stores, { ...draft, title: 'Blues' });
      await addEvent(stores, { ...draft, location: { address: 'Paris', lat: 48.9, lng: 2.4 } });
      await addEvent(stores, { ...draft, category: 'food' });
      await addEvent(stores, { ...draft, visibility: 'private' });
      const cancelledEvent = await addEvent(stores, draft);
      await stores.events.cancel(cancelledEvent.id, now);
      await addEvent(stores, { ...draft, startAt: after(now, 5 * day), endAt: after(now, 6 * day) });
      await addEvent(stores, { ...draft, startAt: after(now, -day), endAt: now });
      const filter: EventFilter = {
        area: { lat: 52.5, lng: 13.4, radiusKm: 10 },
        categories: ['music'],
        endsAfter: now,
        isDated: true,
        startsBefore: after(now, 3 * day),
        recentSince: after(now, -day),
        text: parseTextQuery('jazz'),
      };
      for (const order of ['time', 'relevance'] as const) {
        const { items, total } = await stores.eventCatalog.list(filter, order, null, page);
        t.strictSame([total, ...items.map(({ event: { id } }) => id)], [1, match.id], order);
      }
      const total = async (less: Partial<EventFilter>) =>
        (await stores.eventCatalog.list({ ...filter, ...less }, 'time', null, page)).total;
      t.strictSame(
        [
          await total({ text: null }),
          await total({ area: null }),
          await total({ categories: null }),
          await total({ startsBefore: null }),
          await total({ endsAfter: after(now, -1) }),
        ],
        [2, 2, 2, 2, 2],
      );
    },
  );

  await example(t, 'shows items found by words with this caller’s RSVPs and saves', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const [one, two] = [
      await addEvent(stores, { organizerId, title: 'Jazz one' }),
      await addEvent(stores, { organizerId, title: 'Jazz two' }),
    ];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.set(one.id, ada.id, 'going', now);
    await stores.rsvps.set(one.id, bob.id, 'interested', now);
    await stores.saved.save(two.id, ada.id, now);
    const filter = { ...anyEvent, text: parseTextQuery('jazz') };
    const flags = async (caller: typeof ada.id | null) =>
      (await stores.eventCatalog.list(filter, 'relevance', caller, page)).items.map((item) => [
        item.rsvpCount,
        item.myRsvp,
        item.isSaved,
      ]);
    const hers = [
      [2, 'going', false],
      [0, null, true],
    ];
    t.strictSame(await flags(ada.id), hers);
    t.strictSame(await flags(bob.id), [
      [2, 'interested', false],
      [0, null, false],
    ]);
    t.strictSame(await flags(null), [
      [2, null, false],
      [0, null, false],
    ]);
  });
};
