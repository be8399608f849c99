import type { EventFilter } from '../src/events/event-filter.ts';
import { parseTextQuery } from '../src/search/text-query.ts';
import { deletions } from '../src/search/typos.ts';
import { after, day, hour } from '../src/time.ts';
import { addEvent, addUser, knownCategory, now } from './fixtures.ts';
import { type Open, type TestScope, withAdapters } from './harness.ts';

const anything: EventFilter = {
  area: null,
  category: null,
  endsAfter: now,
  dated: false,
  startsBefore: null,
  text: null,
};
const page = { page: 1, limit: 20 };

export const eventCatalogContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lists public, scheduled events that pass, by start then id', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (title: string, changes = {}) => addEvent(stores, { organizerId, title, ...changes });
    await add('b', { startAt: after(now, 2 * day), endAt: after(now, 3 * day) });
    await add('ongoing', { startAt: after(now, -hour), endAt: after(now, 1) });
    await add('ended', { startAt: after(now, -hour), endAt: now });
    await add('hidden', { visibility: 'private' });
    const cancelled = await add('cancelled');
    await stores.events.cancel(cancelled.id, now);
    await add('c', { startAt: after(now, 2 * day), endAt: after(now, 4 * day) });
    const titles = async (filter: Partial<EventFilter>, at = page) => {
      const { items, total } = await stores.eventCatalog.list({ ...anything, ...filter }, 'time', null, at);
      return [total, items.map(({ title }) => title)];
    };
    t.strictSame(await titles({}), [3, ['ongoing', 'b', 'c']]);
    t.strictSame(await titles({}, { page: 2, limit: 2 }), [3, ['c']]);
    t.strictSame(await titles({}, { page: 9, limit: 2 }), [3, []]);
    t.strictSame(await titles({ endsAfter: after(now, -1) }), [4, ['ongoing', 'ended', 'b', 'c']]);
    t.strictSame(await titles({ startsBefore: after(now, 2 * day) }), [1, ['ongoing']]);
    t.strictSame(await titles({ category: 'music' }), [3, ['ongoing', 'b', 'c']]);
    t.strictSame(await titles({ category: 'food' }), [0, []]);
  });

  await example(t, 'gives whole items, with the caller’s own answer and save', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [caller, other] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.answer(event.id, caller.id, 'interested', now);
    await stores.rsvps.answer(event.id, other.id, 'going', now);
    await stores.saved.save(event.id, caller.id, now);
    const { id, title, description, coverUrl, startAt, endAt, location, priceMinor, capacity } = event;
    const item = {
      id,
      title,
      description,
      coverUrl,
      startAt,
      endAt,
      location,
      priceMinor,
      capacity,
      visibility: 'public',
      status: 'scheduled',
      category: knownCategory,
      rsvpCount: 2,
    };
    const list = async (id: typeof caller.id | null) =>
      (await stores.eventCatalog.list(anything, 'time', id, page)).items;
    t.strictSame(await list(caller.id), [{ ...item, myRsvp: 'interested', isSaved: true }]);
    t.strictSame(await list(null), [{ ...item, myRsvp: null, isSaved: false }]);
    t.strictSame(await stores.eventCatalog.detail(id, other.id, now), {
      ...item,
      myRsvp: 'going',
      isSaved: false,
      template: 'standard',
      enabledModules: ['bringList'],
      sequence: 0,
      updatedAt: now,
      organizer: { id: event.organizerId, name: '', avatar: null },
      bookedCount: 0,
      myBooking: null,
    });
  });

  await example(t, 'finds what lies within the radius, all around the earth', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const places = {
      fiji: [-17.7, 179.9],
      samoa: [-17.7, -179.9],
      northPole: [90, 0],
      nearNorthPole: [89.9, 135],
      southPole: [-90, 77],
      nullIsland: [0, 0],
      berlin: [52.52, 13.405],
      potsdam: [52.3989, 13.0657],
    } as const;
    for (const [title, [lat, lng]] of Object.entries(places))
      await addEvent(stores, { organizerId, title, location: { address: title, lat, lng } });
    const near = async (lat: number, lng: number, radiusKm: number) => {
      const filter = { ...anything, area: { lat, lng, radiusKm } };
      const { items, total } = await stores.eventCatalog.list(filter, 'time', null, page);
      t.equal(total, items.length);
      return items.map(({ title }) => title).sort();
    };
    t.strictSame(await near(-17.7, 180, 30), ['fiji', 'samoa']);
    t.strictSame(await near(-17.7, -180, 30), ['fiji', 'samoa']);
    t.strictSame(await near(-17.7, 179.95, 8), ['fiji']);
    t.strictSame(await near(89.95, -45, 30), ['nearNorthPole', 'northPole']);
    t.strictSame(await near(90, 123, 5), ['northPole']);
    t.strictSame(await near(-90, 0, 0.001), ['southPole']);
    t.strictSame(await near(0, 0, 0.001), ['nullIsland']);
    t.strictSame(await near(52.52, 13.405, 20), ['berlin']);
    t.strictSame(await near(52.52, 13.405, 27), ['berlin', 'potsdam']);
    t.equal((await near(0, 0, 20_038)).length, 8);
  });

  await example(t, 'finds words in any script, titles first', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (title: string, description: string, days: number) =>
      addEvent(stores, {
        organizerId,
        title,
        description,
        startAt: after(now, days * day),
        endAt: after(now, (days + 1) * day),
      });
    await add('Harbour walk', 'with a jazz band at the end', 1);
    await add('Jazz on the roof', 'drinks', 2);
    await add('Święto ŁÓDZI', 'Smørrebrød, straße', 3);
    await add('Джаз у парку', 'Київ', 4);
    await add('東京ジャズ', 'ライブ', 5);
    await add("Rock'n'roll \\ 50% & more: 'quoted' | (really) !*", 'odd: punctuation', 6);
    const find = async (q: string, order: 'time' | 'relevance' = 'relevance') => {
      const text = parseTextQuery(q);
      const { items } = await stores.eventCatalog.list({ ...anything, text }, order, null, page);
      return items.map(({ title }) => title.slice(0, 7));
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
    t.strictSame(await find('zzz'), []);
    const unknown = await stores.eventCatalog.list({ ...anything, text: [] }, 'relevance', null, page);
    t.equal(unknown.total, 0, 'no words match nothing');
    const either = [
      [
        { word: 'roof', prefix: false },
        { word: 'harb', prefix: true },
      ],
    ];
    t.equal((await stores.eventCatalog.list({ ...anything, text: either }, 'time', null, page)).total, 2);
    const known = await stores.vocabulary.sharingDeletion(deletions('hrabour'), 50);
    t.ok(known.includes('harbour'));
    t.equal((await stores.vocabulary.sharingDeletion(deletions('qqqqqq'), 50)).length, 0);
  });

  await example(t, 'finds a changed event by its new words', async (t, { stores }) => {
    const event = await addEvent(stores, { title: 'Oldname' });
    const document = { title: ['newname'], other: [] };
    await stores.events.change(event.id, 0, { title: 'Newname' }, document, now);
    const total = async (q: string) =>
      (await stores.eventCatalog.list({ ...anything, text: parseTextQuery(q) }, 'time', null, page)).total;
    t.strictSame([await total('oldname'), await total('newname')], [0, 1]);
  });

  await example(t, 'lists a person’s own events by role', async (t, { stores }) => {
    const me = await addUser(stores);
    const mine = await addEvent(stores, { organizerId: me.id, visibility: 'private', title: 'mine' });
    const admin = await addEvent(stores, {
      title: 'admin',
      startAt: after(now, -2 * day),
      endAt: after(now, -day),
    });
    await stores.eventAdmins.add(admin.id, me.id);
    const going = await addEvent(stores, { visibility: 'private', title: 'going' });
    await stores.rsvps.answer(going.id, me.id, 'going', now);
    await stores.rsvps.answer(mine.id, me.id, 'interested', now);
    await stores.events.cancel(going.id, now);
    await addEvent(stores);
    const titles = async (role: 'organizing' | 'going' | 'interested' | 'saved') => {
      const { items, total } = await stores.eventCatalog.mine(me.id, role, page, now);
      t.equal(total, items.length);
      return items.map(({ title }) => title);
    };
    t.strictSame(await titles('organizing'), ['admin', 'mine']);
    t.strictSame(await titles('going'), ['going']);
    t.strictSame(await titles('interested'), ['mine']);
    t.strictSame(await titles('saved'), []);
  });
};
