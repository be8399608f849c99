import { attendances, noPlace } from '../../src/events/attendance.ts';
import type { UserId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { addBooking, addEvent, addUser, anyEvent, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  'attendees' | 'bookings' | 'calendars' | 'eventAdmins' | 'eventCatalog' | 'events' | 'rsvps' | 'users'
>;

const page = { page: 1, limit: 50 };
const onlineUrl = 'https://meet.example/room';
const online = { attendance: 'online', onlineUrl, location: noPlace } as const;

/** Events without a place in lists, and who is told where they are online. */
export const eventAttendanceContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lists what has no place everywhere but in areas', async (t, { stores }) => {
    const at = (attendance: (typeof attendances)[number], days: number, lasts = 2 * hour) =>
      addEvent(stores, {
        ...(attendance === 'online'
          ? online
          : { attendance, onlineUrl: attendance === 'mixed' ? onlineUrl : null }),
        startAt: after(now, days * day),
        endAt: after(now, days * day + lasts),
      });
    const events = [
      await at('online', -2, 4 * day),
      await at('offline', 1),
      await at('online', 2),
      await at('mixed', 3),
      await at('online', 40),
    ];
    const area = { lat: 0, lng: 0, radiusKm: 20_038 };
    const text = [[{ word: 'lantern', prefix: false }]];
    const windows = [
      {},
      { isDated: true, endsAfter: after(now, -day), recentSince: after(now, -2 * day) },
      { startsBefore: after(now, 4 * day) },
      { isDated: true, endsAfter: after(now, -hour), startsBefore: after(now, 60 * day) },
    ];
    const sets = [
      null,
      ...attendances.map((one) => [one]),
      ['offline', 'mixed'],
      ['online', 'mixed'],
    ] as const;
    for (const window of windows)
      for (const attendance of sets)
        for (const place of [null, area, { ...area, radiusKm: 100 }])
          for (const words of [null, text]) {
            const filter = {
              ...anyEvent,
              ...window,
              attendance: attendance as never,
              area: place,
              text: words,
            };
            const list = await stores.eventCatalog.list(filter, 'time', null, page);
            const expected = events.filter(
              (event) =>
                (attendance === null || (attendance as readonly string[]).includes(event.attendance)) &&
                (place === null || (event.attendance !== 'online' && place.radiusKm > 1_000)) &&
                (filter.startsBefore === null || event.startAt < filter.startsBefore),
            );
            const about = JSON.stringify(filter);
            t.equal(list.total, expected.length, about);
            t.strictSame(
              new Set(list.items.map(({ event }) => event.id)),
              new Set(expected.map(({ id }) => id)),
              about,
            );
            for (const { event } of list.items) t.equal('onlineUrl' in event, false);
          }
  });

  await example(t, 'follows an event that loses its place, and gets one', async (t, { stores }) => {
    const event = await addEvent(stores);
    const near = { ...anyEvent, area: { lat: 52.5, lng: 13.4, radiusKm: 50 } };
    const totals = async () => {
      const lists = [anyEvent, near, { ...anyEvent, attendance: ['online'] as const }];
      const numbers = [];
      for (const filter of lists)
        numbers.push((await stores.eventCatalog.list(filter, 'time', null, page)).total);
      return numbers;
    };
    t.strictSame(await totals(), [1, 1, 0]);
    const document = { title: ['lantern'], other: [] };
    await stores.events.change(event.id, 0, online, document, now);
    t.strictSame(await totals(), [1, 0, 1]);
    t.strictSame((await stores.events.find(event.id))?.location, noPlace);
    const back = { attendance: 'offline', onlineUrl: null, location: event.location } as const;
    await stores.events.change(event.id, 1, back, document, now);
    t.strictSame(await totals(), [1, 1, 0]);
  });

  await example(t, 'tells those who are going and managers where it is online', async (t, { stores }) => {
    const event = await addEvent(stores, { ...online, capacity: 1 });
    const other = await addEvent(stores, { ...online, onlineUrl: 'https://meet.example/other' });
    const names = ['going', 'interested', 'booked', 'waiting', 'removed', 'admin', 'stranger'] as const;
    const people = await Promise.all(names.map(async (name) => [name, (await addUser(stores)).id] as const));
    const ids = Object.fromEntries(people) as Record<(typeof names)[number], UserId>;
    await stores.rsvps.set(event.id, ids.going, 'going', now);
    await stores.rsvps.set(event.id, ids.interested, 'interested', now);
    await addBooking(stores, event.id, ids.booked);
    await addBooking(stores, event.id, ids.waiting);
    await stores.rsvps.set(event.id, ids.removed, 'going', now);
    await stores.attendees.remove(event.id, ids.removed, now);
    await stores.eventAdmins.add(event.id, ids.admin);
    await stores.rsvps.set(other.id, ids.stranger, 'going', now);
    const urlFor = async (caller: UserId | null) =>
      (await stores.eventCatalog.detail(event.id, caller, now))?.onlineUrl;
    const expected = {
      ...{ going: onlineUrl, interested: null, booked: onlineUrl, waiting: onlineUrl },
      ...{ removed: null, admin: onlineUrl, stranger: null },
    };
    for (const name of names) t.equal(await urlFor(ids[name]), expected[name], name);
    t.equal(await urlFor(null), null);
    t.equal(await urlFor(event.organizerId), onlineUrl);
    const [entry] = await stores.calendars.goingOf(ids.going, now, 10, 100);
    t.equal(entry?.onlineUrl, onlineUrl);
    t.strictSame(await stores.calendars.goingOf(ids.interested, now, 10, 100), []);
    await stores.rsvps.set(event.id, ids.going, null, now);
    t.equal(await urlFor(ids.going), null, 'not any more');
  });
};
