import t from 'tap';
import { ringOf } from '../../../../src/accelerators/page-memory/pages/ring.ts';
import { pageInArea, type TilePage } from '../../../../src/accelerators/page-memory/pages/tile-pages.ts';
import type { DiscoveryQuery } from '../../../../src/discovery/find-page.ts';

const area = { lat: 52.5, lng: 13.4, radiusKm: 10 };
/** Kilometres to the north of the area's middle. */
const north = (km: number) => ({ lat: area.lat + km / 111.195, lng: area.lng });

/** A tile's page with events that far to the north; `total` counts those beyond the page as well. */
const tileOf = (kms: readonly number[], { total = kms.length, bestRanked = 0 } = {}) => {
  const ring = kms.filter((km) => km > 5).map(north);
  return {
    rows: kms.map((km, index) => [`${km} km`, index < bestRanked ? 2 : 0, north(km).lat, north(km).lng]),
    total,
    ring: ringOf(
      ring.map(({ lat }) => lat),
      ring.map(({ lng }) => lng),
    ),
  } as unknown as TilePage;
};
const pageIn = (tile: TilePage, page: number, order = 'time') => {
  const pageOfArea = pageInArea(tile, area, { order, page: { page, limit: 2 } } as DiscoveryQuery);
  return pageOfArea && { ids: pageOfArea.rows.map(([id]) => id as string), total: pageOfArea.total };
};

t.test('a page holds the events of its circle in the order of the tile', async (t) => {
  const tile = tileOf([1, 11, 2, 9, 12, 3]);
  t.strictSame(pageIn(tile, 1), { ids: ['1 km', '2 km'], total: 4 });
  t.strictSame(pageIn(tile, 2), { ids: ['9 km', '3 km'], total: 4 });
});

t.test('the last page may be short where the tile holds all of its events', async (t) => {
  t.strictSame(pageIn(tileOf([1, 11, 2, 3]), 2)?.ids, ['3 km']);
  t.strictSame(pageIn(tileOf([]), 1), { ids: [], total: 0 });
});

t.test('a full page needs no further events of the tile', async (t) => {
  t.match(pageIn(tileOf([1, 11, 2], { total: 40 }), 1), { ids: ['1 km', '2 km'], total: 39 });
});

t.test('a page that further events of the tile may be on is read', async (t) => {
  t.equal(pageIn(tileOf([1, 11, 12], { total: 40 }), 1), null);
});

t.test(
  'a search by relevance takes matches of the best rank alone: which others are ranked depends on the circle',
  async (t) => {
    const pageOf = (bestRanked: number) =>
      pageIn(tileOf([1, 11, 2, 3], { total: 40, bestRanked }), 1, 'relevance');
    t.match(pageOf(3), { ids: ['1 km', '2 km'], total: 39 });
    t.equal(pageOf(2), null);
  },
);

t.test('a page of a tile with too many events near its edge is read', async (t) => {
  t.equal(pageIn({ ...tileOf([1, 2, 3]), ring: null }, 1), null);
});
