import fc from 'fast-check';
import t from 'tap';
import { distanceKm, earthRadiusKm } from '../../src/events/distance.ts';

t.test('great-circle distance in kilometres', async (t) => {
  const quarter = (Math.PI / 2) * earthRadiusKm;
  t.ok(Math.abs(distanceKm({ lat: 0, lng: 0 }, { lat: 90, lng: 55 }) - quarter) < 1e-6);
  t.ok(Math.abs(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 }) - 2 * quarter) < 1e-6);
  t.ok(Math.abs(distanceKm({ lat: 52.52, lng: 13.405 }, { lat: 48.8566, lng: 2.3522 }) - 877.5) < 1);
  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(point, point, (one, other) => {
      const distance = distanceKm(one, other);
      return (
        distance >= 0 &&
        distance <= 2 * quarter + 1e-6 &&
        Math.abs(distance - distanceKm(other, one)) < 1e-6 &&
        distanceKm(one, one) === 0
      );
    }),
  );
});
