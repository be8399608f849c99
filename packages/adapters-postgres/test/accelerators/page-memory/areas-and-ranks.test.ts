import { distanceKm, type EventId, type EventRecord } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

const { addUser, anyEvent, documentOf, now, someEvent } = fixtures;
const database = await openTestPostgres(t);
const { stores } = database;
/** A place of the test, which all its events have. */
type Point = Parameters<typeof distanceKm>[0];
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const day = 86_400_000;

await t.test('the events in an area are those within the distance that the domain computes', async (t) => {
  await database.empty();
  const { id: organizer } = await addUser(stores);
  const at = (lat: number, lng: number): EventRecord =>
    someEvent(organizer, { sourceKey: `${lat} ${lng}`, location: { address: 'Somewhere', lat, lng } });
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const corners = [-90, -89.999, -45, 0, 1e-9, 45, 89.999, 90].flatMap((lat) =>
    [-180, -179.9999, -90, 0, 1e-9, 90, 179.9999, 180].map((lng) => at(lat, lng)),
  );
  const events = [
    ...corners,
    ...Array.from({ length: 1_200 }, () => at(random() * 180 - 90, random() * 360 - 180)),
  ];
  for (let index = 0; index < events.length; index += 500)
    await stores.events.addNew(
      events.slice(index, index + 500).map((event) => ({ event, document: documentOf(event) })),
    );
  const places = [...corners.map(({ location }) => location as Point), { lat: 52.5, lng: 13.4 }];
  for (const place of places)
    for (const radiusKm of [0.001, 50, 2_000, distanceKm(place, { lat: 0, lng: 0 }), 20_038]) {
      if (radiusKm === 0) continue;
      const area = { lat: place.lat, lng: place.lng, radiusKm };
      const filter = { ...anyEvent, area, recentSince: new Date(0) };
      const { total } = await stores.eventCatalog.list(filter, 'time', null, { page: 1, limit: 1 });
      const expected = events.filter(
        ({ location }) => distanceKm(place, location as Point) <= radiusKm,
      ).length;
      if (total !== expected) t.equal(total, expected, JSON.stringify(area));
    }
  t.pass('every area has the expected total');
});

await t.test('of many matches the soonest are ranked, and pages contain each once', async (t) => {
  await database.empty();
  const { id: organizer } = await addUser(stores);
  const entries = Array.from({ length: 1_030 }, (_, index) => {
    const title = index === 999 || index === 1_020 ? 'Lantern parade' : 'Parade';
    const event = someEvent(organizer, {
      title,
      description: 'A lantern',
      startAt: later(day + index),
      endAt: later(2 * day),
      sourceKey: `many-${index}`,
    });
    return { event, document: documentOf(event) };
  });
  await stores.events.addNew(entries);
  const filter = { ...anyEvent, recentSince: new Date(0) };
  const text = [[{ word: 'lantern', prefix: true }]];
  const ids: EventId[] = [];
  for (let page = 1; page <= 25; page += 1) {
    const searchPage = await stores.eventCatalog.list({ ...filter, text }, 'relevance', null, {
      page,
      limit: 43,
    });
    ids.push(...searchPage.items.map(({ event: { id } }) => id));
  }
  t.equal(new Set(ids).size, 1_030);
  t.equal(ids[0], entries[999]?.event.id);
  t.strictSame(
    ids.slice(1_000),
    entries.slice(1_000).map(({ event }) => event.id),
  );
});
