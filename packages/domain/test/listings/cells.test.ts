import fc from 'fast-check';
import t from 'tap';
import { distanceKm } from '../../src/events/distance.ts';
import { cellOf, circleCells } from '../../src/listings/cells.ts';

const edges = [-180, -179.99, 179.99, 180, 0, -0.001, 0.05];
const degrees = (most: number) =>
  fc.oneof(
    fc.double({ min: -most, max: most, noNaN: true }),
    fc.constantFrom(...edges, 90, -90, 89.99).filter((edge) => Math.abs(edge) <= most),
  );
const point = fc.record({ lat: degrees(90), lng: degrees(180) });
const radius = fc.oneof(
  fc.constantFrom(0.001, 4.2001, 50, 10_007.6, 20_015, 20_038),
  fc.double({ min: 0.001, max: 20_038, noNaN: true }),
);

/** A point near another one, or anywhere. */
const near = ({ lat, lng }: { lat: number; lng: number }, north: number, east: number) => ({
  lat: Math.max(-90, Math.min(90, lat + north)),
  lng: ((((lng + east + 180) % 360) + 360) % 360) - 180,
});

t.test('a circle touches all cells where it has points, and holds the inner ones', async () => {
  fc.assert(
    fc.property(
      point,
      radius,
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      (center, radiusKm, north, east) => {
        const cells = [...circleCells({ ...center, radiusKm })];
        const scale = radiusKm / 111;
        const points = [near(center, north * scale, east * scale), near(center, north, east), center];
        return points.every((each) => {
          const cell = cellOf(each.lat, each.lng);
          const spans = cells.filter(({ from, to }) => from <= cell && cell < to);
          if (spans.length > 1) return false;
          const isIn = distanceKm(center, each) <= radiusKm;
          return isIn ? spans.length === 1 : !spans[0]?.isInner;
        });
      },
    ),
    { numRuns: 500 },
  );
});
