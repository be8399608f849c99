import type { EventInterest } from '../../src/events/event.ts';
import type { EventFilter } from '../../src/events/lists/event-filter.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { addBooking, addEvent, addUser, anyEvent, knownCategory, newId, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'bookings' | 'categories' | 'eventCatalog' | 'events' | 'rsvps' | 'saved' | 'users'>;

const page = { page: 1, limit: 20 };

export const eventCatalogContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(
    t,
    'lists public, scheduled events that pass, by start, then by id',
    async (t, { stores }) => {
      const { id: organizerId } = await addUser(stores);
      const add = (title: string, changes = {}) => addEvent(stores, { organizerId, title, ...changes });
      const [b, c] = [newId<'event'>() as EventId, newId<'event'>() as EventId];
      await add('c', { id: c, startAt: after(now, 2 * day), endAt: after(now, 4 * day) });
      await add('b', { id: b, startAt: after(now, 2 * day), endAt: after(now, 3 * day) });
      await add('ongoing', { startAt: after(now, -hour), endAt: after(now, 1) });
      await add('ended', { startAt: after(now, -hour), endAt: now });
      await add('hidden', { visibility: 'private' });
      const cancelledEvent = await add('cancelled');
      await stores.events.cancel(cancelledEvent.id, now);
      const titles = async (filter: Partial<EventFilter>, at = page) => {
        const { items, total } = await stores.eventCatalog.list({ ...anyEvent, ...filter }, 'time', null, at);
        return [total, items.map(({ event: { title } }) => title)];
      };
      t.strictSame(await titles({}), [3, ['ongoing', 'b', 'c']]);
      t.strictSame(await titles({}, { page: 2, limit: 2 }), [3, ['c']]);
      t.strictSame(await titles({}, { page: 9, limit: 2 }), [3, []]);
      t.strictSame(await titles({ endsAfter: after(now, -1) }), [4, ['ongoing', 'ended', 'b', 'c']]);
      t.strictSame(await titles({ startsBefore: after(now, 2 * day) }), [1, ['ongoing']]);
      t.strictSame(await titles({ categories: ['music'] }), [3, ['ongoing', 'b', 'c']]);
      t.strictSame(await titles({ categories: ['food'] }), [0, []]);
      t.strictSame(await titles({ startsBefore: after(now, 2 * day + 1) }, { page: 2, limit: 1 }), [
        3,
        ['b'],
      ]);
    },
  );

  await example(t, 'puts what began long before after all others', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (title: string, days: number, endsIn = 9) =>
      addEvent(stores, {
        organizerId,
        title,
        startAt: after(now, days * day),
        endAt: after(now, endsIn * day),
      });
    await add('years', -4_000);
    await add('months', -90);
    await add('yesterday', -1);
    await add('tomorrow', 1);
    await add('last', 8);
    const titles = async (changes: Partial<EventFilter>, page = { page: 1, limit: 5 }) =>
      (await stores.eventCatalog.list({ ...anyEvent, ...changes }, 'time', null, page)).items.map(
        ({ event: { title } }) => title,
      );
    t.strictSame(await titles({}), ['yesterday', 'tomorrow', 'last', 'years', 'months']);
    t.strictSame(await titles({}, { page: 2, limit: 2 }), ['last', 'years']);
    t.strictSame(await titles({ recentSince: after(now, -90 * day) }), [
      'months',
      'yesterday',
      'tomorrow',
      'last',
      'years',
    ]);
    const area = { lat: 52.49, lng: 13.43, radiusKm: 50 };
    for (const narrowed of [{ area }, { categories: ['music'] }, { startsBefore: after(now, 7 * day) }])
      t.strictSame(await titles({ ...narrowed, isDated: true, endsAfter: after(now, -day / 2) }), [
        'yesterday',
        'tomorrow',
        ...('startsBefore' in narrowed ? [] : ['last']),
        'years',
        'months',
      ]);
  });

  await example(t, 'gives whole items, with the caller’s own answer and save', async (t, { stores }) => {
    const sourceUrl = 'https://source.example.com/e/1';
    const event = await addEvent(stores, { sourceUrl, isAllDay: true, priceMinor: 0, isPriceKnown: false });
    const [caller, other] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.set(event.id, caller.id, 'interested', now);
    await stores.rsvps.set(event.id, other.id, 'going', now);
    await stores.saved.save(event.id, caller.id, now);
    const { id, title, description, coverUrl, startAt, endAt, location, timeZone, priceMinor, capacity } =
      event;
    const summary = {
      id,
      organizerId: event.organizerId,
      title,
      description,
      coverUrl,
      startAt,
      endAt,
      isAllDay: true,
      location,
      attendance: 'offline',
      timeZone,
      priceMinor,
      isPriceKnown: false,
      capacity,
      visibility: 'public',
      tags: [],
      metadata: {},
      status: 'scheduled',
      takenDown: null,
      series: null,
      category: knownCategory,
    };
    const organizer = { id: event.organizerId, name: '', avatar: null };
    const counts = { rsvpCount: 2, goingCount: 1, interestedCount: 1, bookedCount: 0, waitingCount: 0 };
    const item = { event: summary, organizer, ...counts };
    const list = async (id: typeof caller.id | null) =>
      (await stores.eventCatalog.list(anyEvent, 'time', id, page)).items;
    t.strictSame(await list(caller.id), [{ ...item, myRsvp: 'interested', isSaved: true }]);
    t.strictSame(await list(null), [{ ...item, myRsvp: null, isSaved: false }]);
    t.strictSame(await stores.eventCatalog.detail(id, other.id, now), {
      ...summary,
      ...counts,
      myRsvp: 'going',
      isSaved: false,
      template: 'standard',
      enabledModules: ['bringList'],
      maxPerBooking: 10,
      hasWaitlist: true,
      rsvpUntil: null,
      cancelReason: null,
      sourceUrl: 'https://source.example.com/e/1',
      questions: [],
      missingAnswers: 0,
      onlineUrl: null,
      sequence: 0,
      updatedAt: now,
      organizer: { ...organizer, createdAt: now },
      myBooking: null,
      myRole: null,
    });
  });

  await example(t, 'counts, RSVPs and saves of each event are its own', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const events = [
      await addEvent(stores, { organizerId }),
      await addEvent(stores, { organizerId }),
      await addEvent(stores, { organizerId }),
    ] as const;
    const [one, two, three] = events;
    const [ada, bob, cyd] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    for (const { id } of [ada, bob, cyd]) await stores.rsvps.set(one.id, id, 'interested', now);
    await stores.rsvps.set(two.id, ada.id, 'going', now);
    await stores.saved.save(two.id, bob.id, now);
    await stores.saved.save(three.id, ada.id, now);
    const flags = (item: EventInterest | null) => [item?.rsvpCount, item?.myRsvp, item?.isSaved];
    const interests = {
      ada: [
        [3, 'interested', false],
        [1, 'going', false],
        [0, null, true],
      ],
      bob: [
        [3, 'interested', false],
        [1, null, true],
        [0, null, false],
      ],
    };
    for (const [caller, expected] of [
      [ada.id, interests.ada],
      [bob.id, interests.bob],
    ] as const) {
      const { items } = await stores.eventCatalog.list(anyEvent, 'time', caller, page);
      t.strictSame(items.map(flags), expected);
      const details = events.map(({ id }) => stores.eventCatalog.detail(id, caller, now));
      t.strictSame((await Promise.all(details)).map(flags), expected);
    }
    const { items: saved } = await stores.eventCatalog.mine(ada.id, ['saved'], page, now);
    t.strictSame(saved.map(flags), [[0, null, true]]);
  });

  await example(t, 'lists name organizers and count as details do', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga', avatar: 'https://pics.example/o' });
    const event = await addEvent(stores, { organizerId: organizer.id, capacity: 4, hasWaitlist: true });
    const [ada, bob, cleo] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    await stores.rsvps.set(event.id, bob.id, 'interested', now);
    await addBooking(stores, event.id, ada.id, 3);
    await addBooking(stores, event.id, cleo.id, 2);
    const read = async () => {
      const { items } = await stores.eventCatalog.list(
        { ...anyEvent, organizer: organizer.id },
        'time',
        null,
        page,
      );
      const { items: ownItems } = await stores.eventCatalog.mine(ada.id, ['going'], page, now);
      const detail = await stores.eventCatalog.detail(event.id, null, now);
      return [items[0], ownItems[0], detail].map((shown) => {
        const { id, name, avatar } = shown?.organizer ?? {};
        const { rsvpCount, goingCount, interestedCount, bookedCount, waitingCount } = shown ?? {};
        return [{ id, name, avatar }, rsvpCount, goingCount, interestedCount, bookedCount, waitingCount];
      });
    };
    const { id, name, avatar } = organizer;
    const expected = (shownOrganizer: object) =>
      Array.from({ length: 3 }, () => [shownOrganizer, 3, 2, 1, 3, 1]);
    t.strictSame(await read(), expected({ id, name, avatar }));
    await stores.users.update(id, { name: 'Olga K.', avatar: null });
    t.strictSame(await read(), expected({ id, name: 'Olga K.', avatar: null }), 'as they are called now');
  });

  await example(t, "lists and finds an organizer's events", async (t, { stores }) => {
    const { id: organizer } = await addUser(stores);
    const own = { organizerId: organizer };
    const first = await addEvent(stores, { ...own, title: 'First jazz' });
    const second = await addEvent(stores, { ...own, title: 'Second', startAt: after(first.startAt, 1) });
    await addEvent(stores, { title: 'Jazz of others' });
    await addEvent(stores, { ...own, visibility: 'private' });
    const list = async (filter: Partial<EventFilter>, order: 'time' | 'relevance' = 'time', page = 1) => {
      const query = { ...anyEvent, organizer, ...filter };
      const { total, items } = await stores.eventCatalog.list(query, order, null, { page, limit: 1 });
      return [total, ...items.map(({ event: { id } }) => id)];
    };
    t.strictSame(await list({}), [2, first.id]);
    t.strictSame(await list({}, 'time', 2), [2, second.id]);
    const text = [[{ word: 'jazz', prefix: false }]];
    t.strictSame(await list({ text }), [1, first.id]);
    t.strictSame(await list({ text }, 'relevance'), [1, first.id]);
    t.strictSame(await list({ categories: ['food'] }), [0]);
    t.strictSame(await list({ organizer: newId<'user'>() }), [0]);
    await stores.events.cancel(first.id, now);
    t.strictSame(await list({}), [1, second.id], 'a change shows at once');
  });

  await example(t, 'names each event’s own category and organizer', async (t, { stores }) => {
    const food = { slug: 'food', name: 'Food', emoji: '🍲' };
    await stores.categories.ensure([food]);
    const organizer = await addUser(stores, { name: 'Olga', avatar: 'https://pics.example/o' });
    const event = await addEvent(stores, { organizerId: organizer.id, category: 'food' });
    const other = await addEvent(stores);
    const foodCategory = await stores.categories.find('food');
    const { items } = await stores.eventCatalog.list(anyEvent, 'time', null, page);
    t.strictSame(
      items.map(({ event: { category } }) => category),
      [foodCategory, knownCategory],
    );
    const organizerOf = async (id: EventId) => (await stores.eventCatalog.detail(id, null, now))?.organizer;
    t.strictSame(await organizerOf(event.id), {
      id: organizer.id,
      name: 'Olga',
      avatar: 'https://pics.example/o',
      createdAt: now,
    });
    t.strictSame(await organizerOf(other.id), {
      ...{ id: other.organizerId, name: '', avatar: null },
      createdAt: now,
    });
  });

  await example(t, 'sums the bookings of this event and shows the caller’s own', async (t, adapters) => {
    const { stores } = adapters;
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [ada, bob, cyd] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    const adas = await addBooking(stores, event.id, ada.id, 2, after(now, 2));
    const bobs = await addBooking(stores, event.id, bob.id, 3, after(now, 3));
    const elsewhere = await addBooking(stores, other.id, cyd.id, 7, after(now, 7));
    const booked = async (id: EventId, caller: UserId | null) => {
      const detail = await stores.eventCatalog.detail(id, caller, now);
      return [detail?.bookedCount, detail?.myBooking];
    };
    t.strictSame(await booked(event.id, ada.id), [5, adas]);
    t.strictSame(await booked(event.id, bob.id), [5, bobs]);
    t.strictSame(await booked(event.id, cyd.id), [5, null]);
    t.strictSame(await booked(event.id, null), [5, null]);
    t.strictSame(await booked(other.id, cyd.id), [7, elsewhere]);
  });
};
