import { distanceKm } from '../../src/events/distance.ts';
import { addEvent, addUser, anyEvent } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'eventCatalog' | 'events' | 'users'>;

const page = { page: 1, limit: 20 };

/** What the catalog finds by place. */
export const eventAreaContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'finds what lies within the radius, all around the earth', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const places = {
      fiji: [-17.7, 179.9],
      samoa: [-17.7, -179.9],
      northPole: [90, 0],
      nearNorthPole: [89.9, 135],
      southPole: [-90, 77],
      nearSouthPole: [-89.9, 135],
      nullIsland: [0, 0],
      berlin: [52.52, 13.405],
      potsdam: [52.3989, 13.0657],
    } as const;
    for (const [title, [lat, lng]] of Object.entries(places))
      await addEvent(stores, { organizerId, title, location: { address: title, lat, lng } });
    const near = async (lat: number, lng: number, radiusKm: number) => {
      const filter = { ...anyEvent, area: { lat, lng, radiusKm } };
      const { items, total } = await stores.eventCatalog.list(filter, 'time', null, page);
      t.equal(total, items.length);
      return items.map(({ event: { title } }) => title).sort();
    };
    t.strictSame(await near(-17.7, 180, 30), ['fiji', 'samoa']);
    t.strictSame(await near(-17.7, -180, 30), ['fiji', 'samoa']);
    t.strictSame(await near(-17.7, 179.95, 8), ['fiji']);
    t.strictSame(await near(89.95, -45, 30), ['nearNorthPole', 'northPole']);
    t.strictSame(await near(90, 123, 5), ['northPole']);
    t.strictSame(await near(-90, 0, 0.001), ['southPole']);
    t.strictSame(await near(-89.95, -45, 30), ['nearSouthPole', 'southPole']);
    t.strictSame(await near(0, 0, 0.001), ['nullIsland']);
    t.strictSame(await near(52.52, 13.405, 20), ['berlin']);
    t.strictSame(await near(52.52, 13.405, 27), ['berlin', 'potsdam']);
    t.equal((await near(0, 0, 20_038)).length, Object.keys(places).length);
    const halfway = distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 });
    t.ok((await near(0, 180, halfway)).includes('nullIsland'), 'the boundary is inside');
  });
};
