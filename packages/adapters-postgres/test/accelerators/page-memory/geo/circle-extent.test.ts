import { distanceKm } from '@event-platform/domain';
import t from 'tap';
import { circleExtent } from '../../../../src/accelerators/page-memory/geo/circle-extent.ts';
import { radians } from '../../../../src/discovery/angles.ts';

const area = { lat: 60, lng: 0, radiusKm: 1_000 };

/** Half the circle's width along a parallel, in degrees, by bisection. */
const halfWidthAt = (lat: number): number => {
  let [inside, outside] = [0, 180];
  for (let step = 0; step < 50; step += 1) {
    const lng = (inside + outside) / 2;
    if (distanceKm(area, { lat, lng }) <= area.radiusKm) inside = lng;
    else outside = lng;
  }
  return inside;
};

t.test('the extent in a row is that of its widest and its narrowest parallel', async (t) => {
  const extent = circleExtent(area);
  for (const [south, north] of [
    [52, 54],
    [58, 60],
    [60, 63],
    [61, 62],
    [64, 66],
  ] as const) {
    const widths = Array.from({ length: 2_001 }, (_, index) =>
      halfWidthAt(south + ((north - south) * index) / 2_000),
    );
    const { outer, inner } = extent(radians(south), radians(north));
    t.ok(Math.abs(outer - Math.max(...widths)) < 0.001, `${south} to ${north}: outer`);
    t.ok(Math.abs(inner - Math.min(...widths)) < 0.001, `${south} to ${north}: inner`);
  }
});

t.test('a row that the circle does not touch has none', async (t) => {
  t.strictSame(circleExtent(area)(radians(30), radians(40)), { outer: -1, inner: -1 });
});
