import { mappedTimeZones } from '@event-platform/node';
import t from 'tap';
import { readEvent } from '../../../src/import/read-event.ts';
import { endOfDuration, readDuration } from '../../../src/import/values/durations.ts';
import { noSurvey } from '../../../src/import/values/reading-context.ts';

const place = (latitude: number, longitude: number) => ({
  '@type': 'Place',
  name: 'Arena',
  address: 'Street 1',
  geo: { latitude: String(latitude), longitude },
});
const lasVegas = place(36.0909, -115.1833);
const berlin = place(52.53, 13.38);
const virtual = { '@type': 'VirtualLocation', url: 'https://stream.example.com/' };

const read = (line: object, timeZone?: string) => {
  const base = { '@type': 'Event', '@id': 'https://shop.example/1', name: 'Show', location: berlin };
  return readEvent(
    { ...base, ...line },
    {
      ...{
        currency: 'EUR',
        organizerId: 'organizer',
        timeZones: mappedTimeZones(),
        timeZone,
        survey: noSurvey,
      },
      now: new Date('2027-01-01T00:00:00Z'),
    },
  );
};
const times = (line: object, timeZone?: string): string => {
  const event = read(line, timeZone);
  if (!('draft' in event) || !event.draft) return 'faults' in event ? JSON.stringify(event.faults) : 'none';
  const { startAt, endAt } = event.draft;
  return [startAt, endAt].map((at) => at.toISOString().replace(':00.000Z', 'Z')).join(' ');
};
const isAssumed = (line: object) => {
  const event = read(line);
  return 'isEndAssumed' in event && event.isEndAssumed;
};

t.test('times without an offset are local at the event', async (t) => {
  t.equal(
    times({ location: lasVegas, startDate: '2027-04-10T19:00:00', endDate: '2027-04-10' }),
    '2027-04-11T02:00Z 2027-04-11T07:00Z',
    'the end is the midnight after its day',
  );
  const evening = { startDate: '2027-07-10T20:00', endDate: '2027-07-10T23:00' };
  t.equal(times(evening), '2027-07-10T18:00Z 2027-07-10T21:00Z');
  for (const startDate of ['20270710T200000', '20270710T2000', '2027-07-10T20', '20270710T180000Z'])
    t.equal(
      times({ startDate, endDate: '20270710T210000Z' }),
      '2027-07-10T18:00Z 2027-07-10T21:00Z',
      startDate,
    );
  t.equal(times({ startDate: '20270710' }), '2027-07-09T22:00Z 2027-07-10T22:00Z');
  const schedule = { repeatFrequency: 'P1W', startDate: '2027-07-10', startTime: '20:00', endTime: '23:00' };
  t.equal(times({ eventSchedule: schedule }), '2027-07-10T18:00Z 2027-07-10T21:00Z');
  const online = { ...evening, location: virtual };
  t.match(times(online), /startDate.*has no offset/);
  t.equal(times({ ...online, timeZone: 'America/New_York' }), '2027-07-11T00:00Z 2027-07-11T03:00Z');
  t.equal(times(online, 'Asia/Tokyo'), '2027-07-10T11:00Z 2027-07-10T14:00Z');
  t.equal(times({ location: virtual, startDate: '2027-07-10' }), '2027-07-10T00:00Z 2027-07-11T00:00Z');
});

t.test('times that a clock change skips or repeats', async (t) => {
  const at = (startDate: string) => times({ startDate, duration: 'PT1H' });
  t.equal(at('2027-03-28T02:30'), '2027-03-28T01:30Z 2027-03-28T02:30Z', 'skipped: an hour later');
  t.equal(at('2027-10-31T02:30'), '2027-10-31T00:30Z 2027-10-31T01:30Z', 'repeated: the first one');
  t.equal(at('2027-10-31T02:30+01:00'), '2027-10-31T01:30Z 2027-10-31T02:30Z');
});

t.test('ends that are missing, are the start, or mean midnight', async (t) => {
  const startDate = '2027-05-04T10:00:00+02:00';
  t.equal(times({ startDate }), '2027-05-04T08:00Z 2027-05-04T10:00Z');
  t.equal(times({ startDate, endDate: startDate }), '2027-05-04T08:00Z 2027-05-04T10:00Z');
  t.equal(times({ startDate, endDate: '2027-05-04' }), '2027-05-04T08:00Z 2027-05-04T22:00Z');
  t.equal(times({ startDate: '2027-05-04' }), '2027-05-03T22:00Z 2027-05-04T22:00Z');
  for (const end of ['23:59', '23:59:59', '24:00', '23:59:59.999'])
    t.equal(times({ startDate, endDate: `2027-05-04T${end}` }), '2027-05-04T08:00Z 2027-05-04T22:00Z', end);
  t.equal(
    times({ startDate, endDate: startDate, duration: 'PT1.5H' }),
    '2027-05-04T08:00Z 2027-05-04T09:30Z',
  );
  t.strictSame(
    [{ startDate }, { startDate: '2027-05-04' }, { startDate, endDate: startDate }].map(isAssumed),
    [true, true, true],
  );
  t.strictSame(
    [
      { startDate, duration: 'PT1H' },
      { startDate, endDate: '2027-05-04' },
    ].map(isAssumed),
    [false, false],
  );
});

t.test('an end that is the start, however either is written', async (t) => {
  const hour = { duration: 'PT1H' };
  for (const [startDate, endDate] of [
    ['2027-05-04T10:00', '2027-05-04T10:00:00+02:00'],
    ['2027-05-04T08:00Z', '2027-05-04T10:00'],
    ['2027-05-04T10:00:00+0200', '2027-05-04T08:00:00.000Z'],
  ] as const) {
    t.equal(times({ startDate, endDate }), '2027-05-04T08:00Z 2027-05-04T10:00Z');
    t.ok(isAssumed({ startDate, endDate }));
    t.equal(times({ startDate, endDate, ...hour }), '2027-05-04T08:00Z 2027-05-04T09:00Z');
  }
  const lastMinute = '2027-05-04T23:59';
  t.equal(times({ startDate: lastMinute, endDate: lastMinute }), '2027-05-04T21:59Z 2027-05-04T23:59Z');
  t.equal(
    times({ startDate: '2027-05-04', endDate: '2027-05-04T00:00' }),
    '2027-05-03T22:00Z 2027-05-04T22:00Z',
  );
  t.equal(
    times({ startDate: '2027-05-04T00:00', endDate: '2027-05-04' }),
    '2027-05-03T22:00Z 2027-05-04T22:00Z',
  );
});

t.test('what is no time is a fault', async (t) => {
  for (const startDate of [
    '2027-02-30',
    '2027-05-04T25:00',
    '2027-05-04T24:01',
    '2027-05-04T10:60',
    'soon',
    '',
  ])
    t.match(times({ startDate }), /startDate.*must be a date/, startDate);
  t.match(times({ startDate: '2027-05-04', endDate: 'late' }), /endDate.*must be a date/);
});

t.test('durations are those of ISO 8601', async (t) => {
  const start = new Date('2027-01-31T09:00:00Z');
  const end = (text: string) => {
    const duration = readDuration(text);
    return duration && endOfDuration(start, duration, 'Europe/Berlin').toISOString().replace(':00.000Z', 'Z');
  };
  t.strictSame(
    [
      'P0Y0M0DT2H0M0S',
      'PT1.5H',
      'PT1,5H',
      'P2W',
      'P1.5D',
      'PT90M',
      'pt1h',
      'P0000-00-00T02:00:00',
      'P00000000T020000',
    ].map(end),
    [
      ...['2027-01-31T11:00Z', '2027-01-31T10:30Z', '2027-01-31T10:30Z', '2027-02-14T09:00Z'],
      ...['2027-02-01T21:00Z', '2027-01-31T10:30Z', '2027-01-31T10:00Z'],
      ...['2027-01-31T11:00Z', '2027-01-31T11:00Z'],
    ],
  );
  t.equal(end('P1M'), '2027-02-28T09:00Z', 'the last day of a shorter month');
  t.equal(end('P2M'), '2027-03-31T08:00Z', 'the same time of day, on the other side of a clock change');
  t.equal(end('P1Y'), '2028-01-31T09:00Z');
  for (const text of ['', 'P', 'PT', '2 h', 'P0.5M', 'PT1H2', '-PT1H']) t.equal(end(text), null, text);
});
