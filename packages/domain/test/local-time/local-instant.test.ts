import fc from 'fast-check';
import t from 'tap';
import {
  instantOn,
  isLocalDate,
  localDateOf,
  timeOfDayOf,
  yearAfter,
  yearBefore,
} from '../../src/local-time/local-instant.ts';
import { hour, minute } from '../../src/time.ts';

const berlin = 'Europe/Berlin';

t.test('an instant is on the day and at the time that the zone shows', async (t) => {
  const instant = new Date('2026-06-01T22:30:00.000Z');
  t.equal(localDateOf(instant, berlin), '2026-06-02');
  t.equal(timeOfDayOf(instant, berlin), 30 * minute);
  t.strictSame(instantOn('2026-06-02', 30 * minute, berlin), instant);
});

t.test('a time that a clock change repeats is the first one, one that it skips is later', async (t) => {
  const at = (date: string) => instantOn(date, 2 * hour + 30 * minute, berlin).toISOString();
  t.equal(at('2026-10-25'), '2026-10-25T00:30:00.000Z');
  t.equal(at('2026-03-29'), '2026-03-29T01:30:00.000Z');
  t.equal(at('2026-03-30'), '2026-03-30T00:30:00.000Z');
});

t.test('a year later or earlier is the same day, or 1 March for 29 February', async (t) => {
  t.strictSame([yearAfter('2026-05-01'), yearBefore('2026-05-01')], ['2027-05-01', '2025-05-01']);
  t.strictSame([yearAfter('2028-02-29'), yearBefore('2028-02-29')], ['2029-03-01', '2027-03-01']);
});

t.test('a local date is a day of the calendar', async (t) => {
  for (const date of ['2026-05-01', '2028-02-29']) t.ok(isLocalDate(date), date);
  for (const text of ['2026-02-29', '2026-02-30', '2026-13-01', 'nonsense', ''])
    t.notOk(isLocalDate(text), text);
});

t.test(
  'every local time has an instant that shows it, or, where it is skipped, a later one of that day',
  async () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Santiago',
      'UTC',
    ];
    const days = fc.integer({ min: 0, max: 800 }).map((count) => {
      const at = Date.UTC(2026, 0, 1 + count);
      return new Date(at).toISOString().slice(0, 10);
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        days,
        fc.integer({ min: 0, max: 1_439 }),
        (zone, date, minutes) => {
          const at = instantOn(date, minutes * minute, zone);
          const shift = timeOfDayOf(at, zone) - minutes * minute;
          return localDateOf(at, zone) === date && shift >= 0 && shift <= hour;
        },
      ),
      { numRuns: 1_000 },
    );
  },
);
