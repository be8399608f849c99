import t from 'tap';
import { mappedTimeZones } from '../src/mapped-time-zones.ts';

t.test('a place has the zone of its country, the sea a nautical one', async (t) => {
  const zones = mappedTimeZones();
  for (const [lat, lng, zone] of [
    [38.7107, -9.1366, 'Europe/Lisbon'],
    [40.71, -74, 'America/New_York'],
    [28.61, 77.21, 'Asia/Kolkata'],
    [0, -30, 'Etc/GMT+2'],
    [90, 180, 'Etc/GMT'],
  ] as const)
    t.equal(zones.at(lat, lng), zone);
});

t.test('every place on earth has a zone that the engine knows', async (t) => {
  const zones = mappedTimeZones();
  for (let lat = -90; lat <= 90; lat += 3)
    for (let lng = -180; lng <= 180; lng += 3)
      new Intl.DateTimeFormat('en', { timeZone: zones.at(lat, lng) });
  t.pass('without an error');
});
