import { Readable } from 'node:stream';
import { signUp } from '@event-platform/domain';
import { createMemoryWorld } from '@event-platform/domain/memory';
import { mappedTimeZones } from '@event-platform/node';
import t from 'tap';
import { readItems } from '../../../src/import/file/read-items.ts';
import { readLines } from '../../../src/import/file/read-lines.ts';
import { importLines } from '../../../src/import/import-lines.ts';

/** 4 January 2027 is a Monday. */
const event = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  '@id': 'https://example.com/run',
  name: 'Run by the canal',
  location: { name: 'Maybachufer', address: 'Berlin', geo: { latitude: 52.49, longitude: 13.42 } },
};
const weekly = {
  '@type': 'Schedule',
  repeatFrequency: 'P1W',
  byDay: 'https://schema.org/Tuesday',
  startDate: '2027-01-04',
  startTime: '19:00',
  endTime: '21:30:00',
};

const load = async (line: object, times = 1) => {
  const world = createMemoryWorld();
  const { user } = await signUp(world.dependencies)({ phone: '+491713920037', name: 'Importer' });
  const counts = [];
  for (let run = 0; run < times; run += 1)
    counts.push(
      await importLines(world.domain.importEvents)({
        items: readItems(readLines(Readable.from([Buffer.from(JSON.stringify(line))]), 100_000)),
        organizerId: user.id,
        currency: 'EUR',
        timeZones: mappedTimeZones(),
        now: world.dependencies.clock.now(),
        onFault: (_, faults) => t.comment(JSON.stringify(faults)),
      }),
    );
  const [series] = world.tables.series.rows();
  const events = world.tables.events.rows();
  const starts = events.map(({ startAt }) => startAt.toISOString()).sort();
  return { counts, series, events, starts };
};

const scheduled = (changes: object, more: object = {}) =>
  load({ ...event, eventSchedule: { ...weekly, ...changes }, ...more });

t.test('a schedule is a series, and the same one in each import', async (t) => {
  const { counts, series, events, starts } = await load({ ...event, eventSchedule: weekly }, 2);
  t.match(counts, [
    { added: 1, failed: 0 },
    { added: 0, unchanged: 1, failed: 0 },
  ]);
  t.match(series, { rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU', firstDate: '2027-01-05' });
  t.strictSame([starts[0], starts.at(-1)], ['2027-01-05T18:00:00.000Z', '2028-01-04T18:00:00.000Z']);
  t.equal(events.length, 53);
  const [first] = events;
  t.equal(Number(first?.endAt) - Number(first?.startAt), 150 * 60_000);
});

t.test('frequencies, days and ends are those of the schedule', async (t) => {
  const days = ['Monday', 'http://schema.org/Thursday'];
  for (const [changes, rule, first, count] of [
    [{ byDay: days, repeatCount: 4 }, 'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,TH;COUNT=4', '2027-01-04', 4],
    [
      { repeatFrequency: 'P7D', endDate: '2027-01-20' },
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;UNTIL=20270120',
      '2027-01-05',
      3,
    ],
    [
      { repeatFrequency: 'P2D', byDay: undefined, repeatCount: '3' },
      'FREQ=DAILY;INTERVAL=2;COUNT=3',
      '2027-01-04',
      3,
    ],
    [
      { repeatFrequency: 'P1M', byDay: ['2TU'], repeatCount: 2 },
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=2TU;COUNT=2',
      '2027-01-12',
      2,
    ],
    [
      { repeatFrequency: 'P1M', byDay: [], byMonthDay: 15, repeatCount: 2 },
      'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15;COUNT=2',
      '2027-01-15',
      2,
    ],
    [
      { repeatFrequency: 'P1Y', byDay: [], repeatCount: 1 },
      'FREQ=YEARLY;INTERVAL=1;COUNT=1',
      '2027-01-04',
      1,
    ],
    [
      { repeatFrequency: 'RRULE:FREQ=WEEKLY;BYDAY=TU', byDay: undefined, repeatCount: 2 },
      'FREQ=WEEKLY;BYDAY=TU;COUNT=2',
      '2027-01-05',
      2,
    ],
    [
      { repeatFrequency: 'freq=daily;count=2', byDay: undefined, endDate: '2027-03-01' },
      'freq=daily;count=2',
      '2027-01-04',
      2,
    ],
    [
      { repeatCount: 3, exceptDate: '2027-01-12' },
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3',
      '2027-01-05',
      2,
    ],
  ] as const) {
    const { series, events } = await scheduled(changes);
    t.strictSame([series?.rule, series?.firstDate, events.length], [rule, first, count]);
  }
});

t.test('rules, days and dates in the forms that sources write', async (t) => {
  const { byDay: _, ...dayless } = weekly;
  for (const changes of [
    { byDay: { '@id': 'https://schema.org/Tuesday' } },
    { byDay: 'schema:Tuesday', repeatFrequency: 'p1w' },
    { startDate: '20270104' },
    { ...dayless, byDay: null, repeatFrequency: 'RRULE: BYDAY=TU;FREQ=WEEKLY' },
  ]) {
    const { starts } = await scheduled(changes);
    t.equal(starts[0], '2027-01-05T18:00:00.000Z', JSON.stringify(changes));
    t.equal(starts.length, 53);
  }
  const { starts } = await scheduled({ byDay: 'TU, FR', repeatCount: 2 });
  t.strictSame(starts, ['2027-01-05T18:00:00.000Z', '2027-01-08T18:00:00.000Z']);
  const unreadable = await scheduled({ startTime: 'at seven' }, { startDate: '2027-01-04T19:00' });
  t.match(unreadable, { series: undefined, starts: ['2027-01-04T18:00:00.000Z'] }, 'makes no whole days');
});

t.test('times come from the schedule or the event, and the zone from the place', async (t) => {
  const once = { repeatCount: 1 };
  const start = async (changes: object, more: object = {}) => {
    const { events } = await scheduled({ ...once, ...changes }, more);
    const [oneEvent] = events;
    return (
      oneEvent && [
        oneEvent.startAt.toISOString(),
        (Number(oneEvent.endAt) - Number(oneEvent.startAt)) / 3_600_000,
      ]
    );
  };
  t.strictSame(await start({ endTime: '01:00' }), ['2027-01-05T18:00:00.000Z', 6]);
  t.strictSame(await start({ endTime: undefined, duration: 'PT45M' }), ['2027-01-05T18:00:00.000Z', 0.75]);
  t.strictSame(await start({ endTime: undefined }, { duration: 'PT3H' }), ['2027-01-05T18:00:00.000Z', 3]);
  t.strictSame(await start({ scheduleTimezone: 'Asia/Tokyo' }), ['2027-01-05T18:00:00.000Z', 2.5]);
  const virtual = { '@type': 'VirtualLocation', url: 'https://meet.example/run' };
  t.strictSame(await start({ scheduleTimezone: 'Asia/Tokyo' }, { location: virtual }), [
    '2027-01-05T10:00:00.000Z',
    2.5,
  ]);
  t.strictSame(await start({ startTime: '19:00:00+01:00', endTime: 'T21:30:00+01:00' }), [
    '2027-01-05T18:00:00.000Z',
    2.5,
  ]);
  t.strictSame(await start({ startTime: '17:00Z', endTime: undefined }), ['2027-01-05T17:00:00.000Z', 2]);
  t.strictSame(await start({ endTime: '19:00' }), ['2027-01-05T18:00:00.000Z', 2], 'that is no end');
  t.strictSame(await start({ startTime: '00:00', endTime: '23:59:59' }), ['2027-01-04T23:00:00.000Z', 24]);
  const own = { startDate: '2027-01-05T20:00:00+01:00', endDate: '2027-01-05T21:00:00+01:00' };
  t.strictSame(await start({ startTime: undefined }, own), ['2027-01-05T19:00:00.000Z', 1]);
  t.strictSame(await start({ endTime: undefined }, { ...own, endDate: '2027-01-05T23:00:00+01:00' }), [
    '2027-01-05T18:00:00.000Z',
    3,
  ]);
  t.strictSame(await start({ startDate: undefined }, own), ['2027-01-05T18:00:00.000Z', 2.5]);
  t.strictSame(await start({ startTime: undefined, startDate: '2027-01-05' }), [
    '2027-01-04T23:00:00.000Z',
    24,
  ]);
});

t.test('an end that a schedule does not tell is assumed, and counted', async (t) => {
  t.match((await scheduled({ endTime: undefined })).counts, [{ added: 1, assumedEnds: 1 }]);
  t.match((await scheduled({})).counts, [{ added: 1, assumedEnds: 0 }]);
});

t.test('an event with a schedule that no rule says is imported alone', async (t) => {
  const own = { startDate: '2027-01-05T20:00:00+01:00', endDate: '2027-01-05T21:00:00+01:00' };
  for (const changes of [
    { repeatFrequency: 'Weekly' },
    { repeatFrequency: 'RRULE:FREQ=HOURLY' },
    { byDay: 'PublicHolidays' },
    { byMonth: 3 },
    { byMonthDay: 15 },
  ]) {
    const { series, events } = await scheduled(changes, own);
    t.strictSame([series, events.length], [undefined, 1]);
  }
  const two = await load({ ...event, ...own, eventSchedule: [weekly, weekly] });
  t.strictSame([two.series, two.events.length], [undefined, 1]);
  t.match((await scheduled({ startDate: 'soon' })).counts, [{ failed: 1 }]);
});

t.test('a rule without a day of the next years fails', async (t) => {
  const never = { repeatFrequency: 'P12M', byDay: [], byMonthDay: 31, startDate: '2027-02-01' };
  t.match((await scheduled(never)).counts, [{ failed: 1 }]);
  t.match((await scheduled({ endDate: '2027-01-01' })).counts, [{ failed: 1 }]);
});
