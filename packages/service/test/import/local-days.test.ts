import type { TimeZones } from '@event-platform/domain';
import { mappedTimeZones } from '@event-platform/node';
import fc from 'fast-check';
import t from 'tap';
import { readEvent } from '../../src/import/read-event.ts';
import { noSurvey } from '../../src/import/values/reading-context.ts';

const places = {
  'America/Los_Angeles': { latitude: 34.05, longitude: -118.24 },
  'America/Sao_Paulo': { latitude: -23.55, longitude: -46.63 },
  'Asia/Kathmandu': { latitude: 27.7, longitude: 85.32 },
  'Europe/Berlin': { latitude: 52.52, longitude: 13.4 },
  'Pacific/Apia': { latitude: -13.83, longitude: -171.76 },
  'Pacific/Auckland': { latitude: -36.85, longitude: 174.76 },
} as const;
type Zone = keyof typeof places;

const lineOf = (zone: Zone, times: Readonly<Record<string, string>>) => ({
  '@type': 'Event',
  name: 'Days',
  url: `https://days.example/${zone}`,
  location: { address: zone, geo: places[zone] },
  ...times,
});

const timeZones = mappedTimeZones();
const read = (line: object, zones: TimeZones = timeZones) => {
  const context = {
    currency: 'EUR',
    organizerId: 'organizer',
    timeZones: zones,
    survey: noSurvey,
    now: new Date('2026-01-01'),
  };
  const event = readEvent(line, context);
  if (!('draft' in event) || event.draft === null) throw new Error(JSON.stringify(event));
  return { ...event, draft: event.draft };
};
const timesOf = (zone: Zone, times: Readonly<Record<string, string>>): readonly string[] => {
  const { startAt, endAt } = read(lineOf(zone, times)).draft;
  return [startAt.toISOString(), endAt.toISOString()];
};

t.test('calendar days are those of the place, however long they are', async (t) => {
  const days = (startDate: string, endDate = startDate) => ({ startDate, endDate });
  t.strictSame(timesOf('America/Los_Angeles', days('2026-05-01', '2026-05-02')), [
    '2026-05-01T07:00:00.000Z',
    '2026-05-03T07:00:00.000Z',
  ]);
  const hours = (zone: Zone, day: string) => {
    const [start = '', end = ''] = timesOf(zone, days(day));
    return (Date.parse(end) - Date.parse(start)) / 3_600_000;
  };
  t.equal(hours('Europe/Berlin', '2026-03-29'), 23);
  t.equal(hours('Europe/Berlin', '2026-10-25'), 25);
  t.equal(hours('America/Sao_Paulo', '2018-11-04'), 23, 'it starts at 01:00');
  t.strictSame(
    timesOf('Pacific/Apia', days('2011-12-30', '2011-12-31')),
    ['2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
    'of a skipped day nothing remains',
  );
  t.strictSame(
    timesOf('Pacific/Apia', days('2011-12-30')),
    ['2011-12-30T00:00:00.000Z', '2011-12-31T00:00:00.000Z'],
    'an event of a skipped day keeps its UTC day',
  );
});

t.test('days, and midnight to midnight at the event, are whole days', async (t) => {
  const isAllDay = (times: Readonly<Record<string, string>>, zone: Zone = 'Europe/Berlin') =>
    read(lineOf(zone, times)).draft.isAllDay;
  for (const [times, expected] of [
    [{ startDate: '2027-05-01' }, true],
    [{ startDate: '2027-05-01', endDate: '2027-05-01' }, true],
    [{ startDate: '2027-05-01T00:00:00', endDate: '2027-05-02T00:00:00' }, true],
    [{ startDate: '2027-05-01T00:00', endDate: '2027-05-01T23:59' }, true],
    [{ startDate: '2027-05-01', endDate: '2027-05-03T23:59:59' }, true],
    [{ startDate: '2027-04-30T22:00:00Z', endDate: '2027-05-01T22:00:00Z' }, true],
    [{ startDate: '2027-05-01', duration: 'P2D' }, true],
    [{ startDate: '2027-05-01', duration: 'PT30H' }, false],
    [{ startDate: '2027-05-01T00:00:00Z', endDate: '2027-05-02T00:00:00Z' }, false],
    [{ startDate: '2027-05-01T00:00' }, false],
    [{ startDate: '2027-05-01', endDate: '2027-05-01T18:00' }, false],
    [{ startDate: '2027-05-01T19:00', endDate: '2027-05-01' }, false],
    [{ startDate: '2027-05-01T10:00', duration: 'P300000Y' }, false],
  ] as const)
    t.equal(isAllDay(times), expected, JSON.stringify(times));
  t.equal(isAllDay({ startDate: '2011-12-30' }, 'Pacific/Apia'), false, 'a UTC day is none of the place');
});

t.test('schedules of days are whole days however long those are', async (t) => {
  const times = (schedule: object, more: object = {}) => {
    const eventSchedule = { '@type': 'Schedule', repeatFrequency: 'P1W', byDay: 'Sunday', ...schedule };
    const { draft } = read({ ...(lineOf('Europe/Berlin', {}) as object), ...more, eventSchedule } as never);
    return [draft.startAt.toISOString(), draft.endAt.toISOString(), draft.isAllDay];
  };
  const sunday = ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', true];
  t.strictSame(times({ startDate: '2026-10-25', duration: 'P1D' }, { startDate: '2026-10-25' }), sunday);
  t.strictSame(times({}, { startDate: '2026-10-20' }), sunday, 'moved to its first day');
  const clock = { startDate: '2026-10-25', startTime: '00:00' };
  t.strictSame(times({ ...clock, endTime: '23:59:59' }), sunday);
  t.strictSame(times({ ...clock, endTime: '00:00' }), sunday);
  t.equal(times({ ...clock, endTime: '10:00' })[2], false);
});

t.test('other boundaries of time zones import no event again', async (t) => {
  const line = lineOf('Asia/Kathmandu', { startDate: '2027-05-01' });
  const [one, other] = [read(line), read(line, { at: () => 'Asia/Kolkata' })];
  t.notSame(one.draft.startAt, other.draft.startAt);
  t.equal(one.sourceKey, other.sourceKey);
});

t.test('times of day, durations and the last day there is', async (t) => {
  const evening = { startDate: '2026-03-29', endDate: '2026-03-30T18:00:00Z' };
  t.strictSame(timesOf('Europe/Berlin', evening), ['2026-03-28T23:00:00.000Z', '2026-03-30T18:00:00.000Z']);
  const end = (duration: string) => timesOf('Europe/Berlin', { startDate: '2026-03-28', duration })[1];
  t.equal(end('P2D'), '2026-03-29T22:00:00.000Z', 'two days, of which one has 23 hours');
  t.equal(end('PT30H'), '2026-03-29T05:00:00.000Z');
  t.equal(timesOf('Pacific/Auckland', { startDate: '9999-12-31' })[1], '9999-12-31T11:00:00.000Z');
});

t.test('every day starts with the first instant that clocks at the place show it', async (t) => {
  const day = fc
    .date({ min: new Date('1980-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
    .filter((day) => day !== '2011-12-30');
  const starts = fc.property(fc.constantFrom(...(Object.keys(places) as Zone[])), day, (zone, startDate) => {
    const { startAt, endAt } = read(lineOf(zone, { startDate })).draft;
    const dayOf = (instant: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(instant);
    return (
      dayOf(startAt.getTime()) === startDate &&
      dayOf(startAt.getTime() - 1) < startDate &&
      dayOf(endAt.getTime() - 1) === startDate &&
      dayOf(endAt.getTime()) > startDate
    );
  });
  t.doesNotThrow(() => fc.assert(starts, { numRuns: 1_000 }));
});
