import { type Area, distanceKm } from '@event-platform/domain';
import fc from 'fast-check';
import t from 'tap';
import { areaCells, type CellRanges, cellOf } from '../../../src/discovery/geo/area-covering.ts';

const edges = [0, 90, -90, 180, -180, 179.99, -179.99, 0.05, 0.025, 52.5, -0.001];
const lat = fc.oneof(
  fc.constantFrom(...edges.filter((at) => Math.abs(at) <= 90)),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
const lng = fc.oneof(fc.constantFrom(...edges), fc.double({ min: -180, max: 180, noNaN: true }));
const radiusKm = fc.oneof(
  fc.constantFrom(0.0001, 0.5, 5, 50, 10_007.5, 20_015, 20_038),
  fc.double({ min: 0.001, max: 200, noNaN: true }),
  fc.double({ min: 1, max: 20_038, noNaN: true }),
);
/** Far places, and those that lie near the circle's own border. */
const place = fc.record({ lat, lng, near: fc.option(fc.double({ min: -1.01, max: 1.01, noNaN: true })) });

const has = ({ low, high }: CellRanges, cell: number): number =>
  low.filter((from, index) => from <= cell && cell <= (high[index] as number)).length;

const towards = ({ lat, lng, radiusKm }: Area, near: number) => ({
  lat: Math.min(90, Math.max(-90, lat + (near * radiusKm) / 111.195)),
  lng,
});

t.test('cells inside hold what is near enough, cells outside none of it', { timeout: 120_000 }, (t) => {
  fc.assert(
    fc.property(
      fc.record({ lat, lng, radiusKm }),
      fc.array(place, { minLength: 5, maxLength: 20 }),
      (area, places) => {
        const { inside, edge } = areaCells(area);
        for (const { near, ...far } of places) {
          const at = near === null ? far : towards(area, near);
          const cell = cellOf(at.lat, at.lng);
          const isNear = distanceKm(area, at) <= area.radiusKm;
          const count = has(inside, cell) + has(edge, cell);
          if (count > 1) throw new Error(`cell ${cell} counts twice`);
          if (isNear && count === 0) throw new Error(`${JSON.stringify(at)} is missed`);
          if (!isNear && has(inside, cell) > 0) throw new Error(`${JSON.stringify(at)} is not inside`);
        }
      },
    ),
    { numRuns: 1_500, seed: 7 },
  );
  t.end();
});

t.test('few ranges tell a circle of any size', (t) => {
  t.strictSame(areaCells({ lat: 10, lng: 20, radiusKm: 20_038 }).inside, { low: [0], high: [2 ** 27 - 1] });
  for (const radiusKm of [0.5, 5, 50, 500, 5_000, 19_000]) {
    const { inside, edge } = areaCells({ lat: 52.52, lng: 13.405, radiusKm });
    const count = inside.low.length + edge.low.length;
    t.ok(count <= 250, `${count} ranges for ${radiusKm} km, ${edge.low.length} of them on the edge`);
  }
  t.end();
});
