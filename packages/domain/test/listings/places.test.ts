import fc from 'fast-check';
import t from 'tap';
import { distanceKm } from '../../src/events/distance.ts';
import { isInCircle, vectorOf } from '../../src/listings/places.ts';

const degrees = (most: number) =>
  fc.oneof(fc.double({ min: -most, max: most, noNaN: true }), fc.constantFrom(-most, 0, most));
const point = fc.record({ lat: degrees(90), lng: degrees(180) });

t.test('a place is in a circle if its distance is at most the radius, at the rim, too', async () => {
  fc.assert(
    fc.property(point, point, fc.constantFrom(-1, -1e-9, 0, 1e-9, 1), (center, place, more) => {
      const radiusKm = distanceKm(center, place) + more;
      const { x, y, z } = vectorOf(place.lat, place.lng);
      const column = (value: number) => Float64Array.of(value);
      const rounded = (value: number) => Float32Array.of(value);
      const places = {
        ...{ lats: column(place.lat), lngs: column(place.lng) },
        ...{ xs: rounded(x), ys: rounded(y), zs: rounded(z) },
      };
      return radiusKm <= 0 || isInCircle(places, { ...center, radiusKm })(0) === more >= 0;
    }),
    { numRuns: 1_000 },
  );
});
