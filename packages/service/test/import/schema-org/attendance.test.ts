import t from 'tap';
import { onlineAttendanceOf, zoneOf } from '../../../src/import/schema-org/attendance.ts';

const virtual = { '@type': 'VirtualLocation', url: 'https://meet.example/choir' };
const place = { '@type': 'Place', address: 'Somewhere 1, Berlin' };
const mode = (name: string) => ({ eventAttendanceMode: `https://schema.org/${name}EventAttendanceMode` });

t.test('how an event is attended follows from its mode, else from its locations', async (t) => {
  const onlineUrl = virtual.url;
  const at = (attendance: string) => ({ attendance, onlineUrl });
  t.strictSame(onlineAttendanceOf({ location: virtual }), at('online'));
  t.strictSame(onlineAttendanceOf({ location: [place, virtual] }), at('mixed'));
  t.strictSame(onlineAttendanceOf({ location: [place, virtual], ...mode('Online') }), at('online'));
  const byId = { eventAttendanceMode: { '@id': mode('Online').eventAttendanceMode } };
  t.strictSame(onlineAttendanceOf({ location: [place, virtual], ...byId }), at('online'));
  const named = { ...virtual, '@type': 'https://schema.org/VirtualLocation' };
  t.strictSame(onlineAttendanceOf({ location: named }), at('online'));
  t.strictSame(onlineAttendanceOf({ location: virtual, ...mode('Mixed') }), at('online'), 'it has no place');
  const offline = { attendance: 'offline', onlineUrl: null };
  t.strictSame(onlineAttendanceOf({ location: place }), offline);
  t.strictSame(onlineAttendanceOf({ location: [place, virtual], ...mode('Offline') }), offline);
});

t.test('where it is online is an https URL of its own, or of the event', async (t) => {
  const urlOf = (line: object) => onlineAttendanceOf({ ...line, ...mode('Online') }).onlineUrl;
  t.equal(
    urlOf({ location: { ...virtual, url: 'http://meet.example' }, url: 'https://a.example/1' }),
    'https://a.example/1',
  );
  t.equal(urlOf({ url: 'https://a.example/2' }), 'https://a.example/2');
  t.equal(urlOf({ url: 'https://a.example/ü?a[0]=1' }), 'https://a.example/%C3%BC?a%5B0%5D=1');
  t.strictSame(onlineAttendanceOf({ location: { ...virtual, url: 'zoom:1' }, ...mode('Online') }), {
    ...{ attendance: 'offline', onlineUrl: null },
  });
});

t.test('the zone of a schedule is one that exists', async (t) => {
  const zone = (scheduleTimezone: unknown) => zoneOf({ eventSchedule: { scheduleTimezone } });
  t.equal(zone('Europe/Berlin'), 'Europe/Berlin');
  for (const other of ['Europe/Nowhere', '', 7, undefined]) t.equal(zone(other), null);
  t.equal(zoneOf({}), null);
});
