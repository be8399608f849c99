import t from 'tap';
import { countryAt } from '../src/country-at.ts';
import { mappedTimeZones } from '../src/mapped-time-zones.ts';

t.test('a place lies in a country, whatever its zone is called now', async (t) => {
  const zones = mappedTimeZones();
  const countries = ['AT', 'DE', 'GB', 'IN', 'UA', 'US'];
  for (const [lat, lng, country] of [
    [52.52, 13.405, 'DE'],
    [48.14, 11.58, 'DE'],
    [48.2, 16.37, 'AT'],
    [50.45, 30.52, 'UA'],
    [28.61, 77.21, 'IN'],
    [40.71, -74, 'US'],
    [48.85, 2.35, null],
    [0, -30, null],
  ] as const)
    t.equal(countryAt(zones, { lat, lng }, countries), country, `${lat},${lng}`);
});
