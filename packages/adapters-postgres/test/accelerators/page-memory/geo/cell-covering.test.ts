import { type Area, distanceKm } from '@event-platform/domain';
import fc from 'fast-check';
import t from 'tap';
import {
  type CellRanges,
  cellCovering,
  cellOf,
} from '../../../../src/accelerators/page-memory/geo/cell-covering.ts';
import { openMigratedDatabase, openTestClient } from '../../../../test-support/test-database.ts';

const extremes = [0, 90, -90, 180, -180, 179.99, -179.99, 0.05, 0.025, 52.5, -0.001];
const lat = fc.oneof(
  fc.constantFrom(...extremes.filter((at) => Math.abs(at) <= 90)),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
const lng = fc.oneof(fc.constantFrom(...extremes), fc.double({ min: -180, max: 180, noNaN: true }));
const radiusKm = fc.oneof(
  fc.constantFrom(0.0001, 0.5, 5, 50, 10_007.5, 20_015, 20_038),
  fc.double({ min: 0.001, max: 200, noNaN: true }),
  fc.double({ min: 1, max: 20_038, noNaN: true }),
);
/** Places anywhere, and places near the circle's boundary. */
const place = fc.record({ lat, lng, near: fc.option(fc.double({ min: -1.01, max: 1.01, noNaN: true })) });

const has = ({ low, high }: CellRanges, cell: number): number =>
  low.filter((from, index) => from <= cell && cell <= (high[index] as number)).length;

const towards = ({ lat, lng, radiusKm }: Area, near: number) => ({
  lat: Math.min(90, Math.max(-90, lat + (near * radiusKm) / 111.195)),
  lng,
});

t.test('interior cells lie inside the circle, cells outside the covering do not touch it', (t) => {
  fc.assert(
    fc.property(
      fc.record({ lat, lng, radiusKm }),
      fc.array(place, { minLength: 5, maxLength: 20 }),
      (area, places) => {
        const { interior, boundary } = cellCovering(area, 240);
        for (const { near, ...far } of places) {
          const at = near === null ? far : towards(area, near);
          const cell = cellOf(at.lat, at.lng);
          const isNear = distanceKm(area, at) <= area.radiusKm;
          const count = has(interior, cell) + has(boundary, cell);
          if (count > 1) throw new Error(`cell ${cell} counts twice`);
          if (isNear && count === 0) throw new Error(`${JSON.stringify(at)} is not covered`);
          if (!isNear && has(interior, cell) > 0)
            throw new Error(`${JSON.stringify(at)} is not in the interior`);
        }
      },
    ),
    { numRuns: 1_500, seed: 7 },
  );
  t.end();
});

t.test('a covering is little larger than its circle', (t) => {
  const cellsIn = ({ low, high }: CellRanges) =>
    low.reduce((sum, from, index) => sum + (high[index] as number) - from + 1, 0);
  const cellHeight = 180 / 2 ** 13;
  const cellKm2 = (cellHeight * 111.195) ** 2 * Math.cos((52.52 * Math.PI) / 180);
  for (const radiusKm of [50, 100, 500]) {
    const { interior, boundary } = cellCovering({ lat: 52.52, lng: 13.405, radiusKm }, 240);
    const share = ((cellsIn(interior) + cellsIn(boundary)) * cellKm2) / (Math.PI * radiusKm ** 2);
    t.ok(share > 0.9 && share < 1.3, `${share} of ${radiusKm} km`);
  }
  t.end();
});

t.test('a circle of any size has a few hundred ranges', (t) => {
  t.strictSame(cellCovering({ lat: 10, lng: 20, radiusKm: 20_038 }, 240).interior, {
    low: [0],
    high: [2 ** 27 - 1],
  });
  for (const radiusKm of [0.5, 5, 50, 500, 5_000, 19_000]) {
    const { interior, boundary } = cellCovering({ lat: 52.52, lng: 13.405, radiusKm }, 240);
    const count = interior.low.length + boundary.low.length;
    t.ok(count <= 250, `${count} ranges for ${radiusKm} km, ${boundary.low.length} of them on the boundary`);
  }
  t.end();
});

t.test('the table numbers cells as the search for them does', async (t) => {
  const { url } = await openMigratedDatabase(t);
  const client = await openTestClient(t, url);
  for (const [lat, lng] of [
    [0, 0],
    [52.52, 13.405],
    [-33.86, 151.2],
    [90, 180],
    [-90, -180],
    [89.99, -0.01],
  ] as const) {
    const { rows } = await client.query('select listing_cell($1, $2) as cell', [lat, lng]);
    t.equal(rows[0].cell, cellOf(lat, lng), `${lat}, ${lng}`);
  }
});
