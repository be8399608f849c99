import fc from 'fast-check';
import t from 'tap';
import { localTime, localTimes, startText } from '../../src/local-time/local-times.ts';
import { countFormats } from './count-formats.ts';

const span = (startAt: string, endAt: string, timeZone: string) => ({
  startAt: new Date(startAt),
  endAt: new Date(endAt),
  timeZone,
  isAllDay: false,
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

t.test('whole days are told as days', async (t) => {
  const days = (startAt: string, endAt: string) => ({
    ...span(`${startAt}T23:00:00.000Z`, `${endAt}T23:00:00.000Z`, 'Europe/Berlin'),
    isAllDay: true,
  });
  for (const [event, texts] of [
    [
      days('2026-12-03', '2026-12-04'),
      ['Friday, 4 December 2026', 'Fri 4 December', 'Freitag, 4. Dezember 2026', 'Fr., 4. Dezember'],
    ],
    [
      days('2026-12-03', '2026-12-07'),
      ['4–7 December 2026', '4–7 December', '4.–7. Dezember 2026', '4.–7. Dezember'],
    ],
  ] as const)
    t.strictSame(
      (['en', 'de'] as const).flatMap((language) =>
        (['long', 'short'] as const).map((style) => localTimes(event, language, style)),
      ),
      texts,
    );
  t.equal(localTimes(days('2026-12-30', '2027-01-01')), '31 December 2026 – 1 January 2027');
  t.equal(startText(days('2026-12-03', '2026-12-07'), 'en', 'short'), 'Fri 4 December');
  t.equal(
    startText({ ...days('2026-12-03', '2026-12-07'), isAllDay: false }),
    'Friday, 4 December 2026 at 00:00 CET',
  );
});

t.test('an end on another local day names that day', async (t) => {
  const night = span('2026-05-01T20:00:00.000Z', '2026-05-01T23:00:00.000Z', 'Europe/Berlin');
  t.equal(localTimes(night), 'Friday, 1 May 2026 at 22:00 – Saturday, 2 May 2026 at 01:00 CEST');
  t.equal(localTimes(night, 'en', 'short'), 'Fri 1 May, 22:00 – Sat 2 May, 01:00 CEST');
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

t.test('no format stays for a zone with each language and style', async (t) => {
  const event = span('2031-05-01T20:00:00.000Z', '2031-05-02T23:00:00.000Z', 'Asia/Tashkent');
  for (const language of ['en', 'de'] as const) localTimes(event, language);
  const formatCount = countFormats(t);
  for (const language of ['en', 'de'] as const)
    for (const style of ['long', 'short'] as const) localTimes(event, language, style);
  localTimes({ ...event, timeZone: 'asia/TASHKENT' });
  t.equal(formatCount(), 0);
});
