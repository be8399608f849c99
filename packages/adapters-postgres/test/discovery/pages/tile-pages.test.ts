import type { EventId } from '@event-platform/domain';
import t from 'tap';
import type { PublicPage } from '../../../src/discovery/pages/page-cache.ts';
import { pageInArea } from '../../../src/discovery/pages/tile-pages.ts';
import type { DiscoveryQuery } from '../../../src/discovery/plan.ts';

const area = { lat: 52.5, lng: 13.4, radiusKm: 10 };
/** Kilometres to the north of the area's middle. */
const north = (km: number) => ({ lat: area.lat + km / 111.195, lng: area.lng });

/** A tile's page with events that far to the north; `total` counts those beyond the page as well. */
const tileOf = (kms: readonly number[], total = kms.length) =>
  ({
    ids: kms.map((km) => `${km} km` as EventId),
    items: kms.map((km) => ({ location: north(km) })),
    total,
    bestRanked: 0,
    ring: {
      lats: kms.filter((km) => km > 5).map((km) => north(km).lat),
      lngs: kms.filter((km) => km > 5).map(() => area.lng),
    },
  }) as unknown as PublicPage;
const pageIn = (tile: PublicPage, page: number) =>
  pageInArea(tile, area, { page: { page, limit: 2 } } as DiscoveryQuery);

t.test('a page holds the events of its circle in the order of the tile', async (t) => {
  const tile = tileOf([1, 11, 2, 9, 12, 3]);
  t.match(pageIn(tile, 1), {
    ids: ['1 km', '2 km'],
    items: [{ location: north(1) }, { location: north(2) }],
    total: 4,
  });
  t.match(pageIn(tile, 2), { ids: ['9 km', '3 km'], total: 4 });
});

t.test('the last page may be short where the tile holds all of its events', async (t) => {
  t.strictSame(pageIn(tileOf([1, 11, 2, 3]), 2)?.ids, ['3 km']);
  t.strictSame(pageIn(tileOf([]), 1), { items: [], ids: [], total: 0 });
});

t.test('a full page needs no further events of the tile', async (t) => {
  t.match(pageIn(tileOf([1, 11, 2], 40), 1), { ids: ['1 km', '2 km'], total: 39 });
});

t.test('a page that further events of the tile may be on is read', async (t) => {
  t.equal(pageIn(tileOf([1, 11, 12], 40), 1), null);
});

t.test(
  'a search by relevance takes matches of the best rank alone: which others are ranked depends on the circle',
  async (t) => {
    const pageOf = (bestRanked: number) => {
      const query = { order: 'relevance', page: { page: 1, limit: 2 } } as DiscoveryQuery;
      return pageInArea({ ...tileOf([1, 11, 2, 3], 40), bestRanked }, area, query);
    };
    t.match(pageOf(3), { ids: ['1 km', '2 km'], total: 39 });
    t.equal(pageOf(2), null);
  },
);

t.test('a page of a tile with too many events near its edge is read', async (t) => {
  t.equal(pageIn({ ...tileOf([1, 2, 3]), ring: null }, 1), null);
});
