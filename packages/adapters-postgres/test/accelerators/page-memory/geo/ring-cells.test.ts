import { distanceKm } from '@event-platform/domain';
import fc from 'fast-check';
import t from 'tap';
import { cellOf } from '../../../../src/accelerators/page-memory/geo/cell-covering.ts';
import { ringCells } from '../../../../src/accelerators/page-memory/geo/ring-cells.ts';
import { tileOf } from '../../../../src/accelerators/page-memory/geo/tile.ts';

const area = fc.record({
  lat: fc.oneof(fc.constantFrom(0, 52.5, -89.99, 89.9), fc.double({ min: -90, max: 90, noNaN: true })),
  lng: fc.oneof(fc.constantFrom(0, 179.999, -180), fc.double({ min: -180, max: 180, noNaN: true })),
  radiusKm: fc.oneof(fc.constantFrom(0.1, 5, 50, 500), fc.double({ min: 0.1, max: 500, noNaN: true })),
});
/** How far from the centre, in radii; and which way. */
const place = fc.record({
  at: fc.oneof(
    fc.double({ min: 0, max: 1.3, noNaN: true }),
    fc.double({ min: 0.97, max: 1.03, noNaN: true }),
  ),
  towards: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
});

t.test(
  'a circle lies between those of its tile, and the places that differ are in the cells of the ring',
  (t) => {
    let differing = 0;
    fc.assert(
      fc.property(area, fc.array(place, { minLength: 10, maxLength: 20 }), (circle, places) => {
        const tile = tileOf(circle);
        if (!tile) return;
        const { low, high } = ringCells(tile);
        for (const { at, towards } of places) {
          const degrees = (at * circle.radiusKm) / 111.195;
          const lat = circle.lat + degrees * Math.cos(towards);
          const lng = circle.lng + (degrees * Math.sin(towards)) / Math.cos((circle.lat * Math.PI) / 180);
          if (Math.abs(lat) > 90 || Math.abs(lng) > 180) continue;
          const isWithin = (one: typeof circle) => distanceKm(one, { lat, lng }) <= one.radiusKm;
          if (isWithin(circle) && !isWithin(tile.outer)) throw new Error('outside of the outer circle');
          if (isWithin(tile.inner) && !isWithin(circle)) throw new Error('inside the inner circle');
          if (!isWithin(tile.outer) || isWithin(tile.inner)) continue;
          differing += 1;
          const cell = cellOf(lat, lng);
          const ranges = low.filter((from, index) => from <= cell && cell <= (high[index] as number));
          if (ranges.length !== 1) throw new Error(`cell ${cell} is ${ranges.length} times in the ring`);
        }
      }),
      { numRuns: 1_000, seed: 3 },
    );
    t.ok(differing > 500);
    t.end();
  },
);

t.test('areas have a tile where circles around it mean something', (t) => {
  t.equal(tileOf({ lat: 0, lng: 0, radiusKm: 501 }), null);
  t.equal(tileOf({ lat: 0, lng: 0, radiusKm: 0.01 }), null);
  t.equal(tileOf({ lat: 90, lng: 0, radiusKm: 50 }), null, 'its centre would lie beyond the pole');
  t.equal(tileOf({ lat: 0, lng: 180, radiusKm: 50 }), null);
  const one = { lat: 52.52, lng: 13.405, radiusKm: 50 };
  t.strictSame(tileOf(one), tileOf({ ...one, lat: 52.521 }));
  t.end();
});
