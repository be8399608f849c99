import t from 'tap';
import { readMapPlace } from '../../src/forms/map-place.ts';

t.test('places as people paste them', async (t) => {
  const place = { lat: 52.4931, lng: 13.4266 };
  for (const text of [
    '52.4931, 13.4266',
    '52.4931 13.4266',
    '52,4931; 13,4266',
    '52,4931 13,4266',
    '52.4931° N, 13.4266° E',
    'geo:52.4931,13.4266',
    'https://www.openstreetmap.org/#map=16/52.4931/13.4266',
    'https://www.openstreetmap.org/?mlat=52.4931&mlon=13.4266#map=16/1.5/2.5',
    'https://www.google.com/maps/place/X/@1.5,2.5,17z/data=!3m1!4b1!4m5!3d52.4931!4d13.4266',
    'https://www.google.com/maps/@52.4931,13.4266,17z',
    'https://maps.google.com/?q=52.4931,13.4266',
    'https://maps.google.com/maps?q=loc:52.4931%2C13.4266&z=12',
    'https://maps.apple.com/?ll=52.4931,13.4266&q=X',
    'https://maps.apple.com/place?coordinate=52.4931,13.4266',
    'https://www.bing.com/maps?cp=52.4931~13.4266&lvl=16',
  ])
    t.strictSame(readMapPlace(text), place, text);
  t.strictSame(readMapPlace('-33.86, 151.21'), { lat: -33.86, lng: 151.21 });
  t.equal(readMapPlace('https://maps.app.goo.gl/AbCdEf'), 'short');
  for (const text of ['', 'Maybachufer 1', '91, 13', '52, 181', '52.4931', 'https://example.com/'])
    t.equal(readMapPlace(text), null, text);
});

t.test('what is far too long for a link takes no time', async (t) => {
  const start = performance.now();
  for (const blank of [' ', '°', '1,', '/@1,', '?q=1,'])
    t.equal(readMapPlace(`x${blank.repeat(50_000)}x`), null, blank);
  t.ok(performance.now() - start < 500);
});
