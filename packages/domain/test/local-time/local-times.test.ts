import fc from 'fast-check';
import t from 'tap';
import { localTime, localTimes } from '../../src/local-time/local-times.ts';

const span = (startAt: string, endAt: string, timeZone: string) => ({
  startAt: new Date(startAt),
  endAt: new Date(endAt),
  timeZone,
});

t.test('a span is in local time with the short name of its zone, in English and German', async (t) => {
  const concert = ['2026-05-01T16:00:00.000Z', '2026-05-01T18:30:00.000Z'] as const;
  for (const [timeZone, english, german] of [
    ['Europe/Berlin', 'Friday, 1 May 2026, 18:00–20:30 CEST', 'Freitag, 1. Mai 2026, 18:00–20:30 Uhr MESZ'],
    ['America/New_York', 'Friday, 1 May 2026, 12:00–14:30 EDT', 'Freitag, 1. Mai 2026, 12:00–14:30 Uhr EDT'],
    ['Etc/GMT+2', 'Friday, 1 May 2026, 14:00–16:30 GMT-2', 'Freitag, 1. Mai 2026, 14:00–16:30 Uhr GMT-2'],
  ] as const) {
    t.equal(localTimes(span(...concert, timeZone)), english);
    t.equal(localTimes(span(...concert, timeZone), 'de'), german);
  }
});

t.test('an end on another local day names that day', async (t) => {
  const night = span('2026-05-01T20:00:00.000Z', '2026-05-01T23:00:00.000Z', 'Europe/Berlin');
  t.equal(localTimes(night), 'Friday, 1 May 2026 at 22:00 CEST – Saturday, 2 May 2026 at 01:00 CEST');
  t.equal(localTimes({ ...night, timeZone: 'UTC' }), 'Friday, 1 May 2026, 20:00–23:00 UTC');
});

t.test('an hour that the clock repeats is told by its zone', async (t) => {
  const repeated = span('2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', 'Europe/Berlin');
  t.equal(
    localTimes(repeated),
    'Sunday, 25 October 2026 at 02:30 CEST – Sunday, 25 October 2026 at 02:30 CET',
  );
});

t.test('an instant has one local time, in whatever case the zone is written', async (t) => {
  const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'Etc/GMT-7'), (at, timeZone) => {
      t.equal(localTime(at, timeZone.toUpperCase()), localTime(at, timeZone));
      t.match(localTime(at, timeZone), /^\w+, \d{1,2} \w+ \d{4} at \d\d:\d\d \S+$/);
    }),
    { numRuns: 50 },
  );
});

t.test('formats are made once for a zone, and none stays for each language and style', async (t) => {
  const { DateTimeFormat } = Intl;
  let made = 0;
  const counting = new Proxy(DateTimeFormat, {
    construct: (target, values) => {
      made += 1;
      return Reflect.construct(target, values);
    },
  });
  Intl.DateTimeFormat = counting;
  t.teardown(() => {
    Intl.DateTimeFormat = DateTimeFormat;
  });
  const show = (timeZone: string, language?: 'en' | 'de', style?: 'long' | 'short', year = 2031) => {
    made = 0;
    const event = span(`${year}-05-01T20:00:00.000Z`, `${year}-05-02T23:00:00.000Z`, timeZone);
    localTimes(event, language, style);
    return made;
  };
  const showYears = (from: number) => {
    for (let year = from; year < from + 999; year += 1) show('UTC', 'en', 'long', year);
  };
  // Whatever ran before, the offsets of both zones are known then, and their names of that year are not.
  for (const zone of ['Asia/Tashkent', 'Europe/Madrid']) show(zone, 'en', 'long', 2_030);
  showYears(4_100);
  t.equal(show('Asia/Tashkent'), 7, 'its name in seven regions');
  t.equal(show('asia/TASHKENT', 'en', 'short'), 0);
  t.equal(show('Asia/Tashkent', 'de'), 8, 'its name in German and in seven regions');
  t.equal(show('Asia/Tashkent', 'de', 'short'), 0);
  t.equal(show('Europe/Madrid'), 1, 'its name in Britain');
  for (const zone of Intl.supportedValuesOf('timeZone')) show(zone);
  t.equal(show('Europe/Madrid'), 0, 'the names of all zones fit');

  showYears(2_100);
  t.equal(show('Europe/Madrid'), 0, 'as one of 1,000 names');
  showYears(4_100);
  t.equal(show('Europe/Madrid'), 0, 'used since then');
  showYears(6_100);
  show('UTC', 'en', 'long', 9_000);
  t.equal(show('Europe/Madrid'), 1, 'names that were not used for long are forgotten');
});
