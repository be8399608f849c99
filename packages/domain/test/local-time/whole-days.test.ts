import fc from 'fast-check';
import t from 'tap';
import { daysAfter, instantOn } from '../../src/local-time/local-instant.ts';
import { areWholeDays, datesOf, daysIn, endOfDays, isMidnight } from '../../src/local-time/whole-days.ts';
import { endOf } from '../../src/series/series-draft.ts';
import { after, day, minute } from '../../src/time.ts';

/** Zones whose clock changes are at night, at midnight, an hour before it, and of half an hour. */
const zones = [
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'UTC',
];
const dates = fc
  .date({ min: new Date('2012-01-01'), max: new Date('2037-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

t.test('whole days stay whole over clock changes', async (t) => {
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 92 }), fc.constantFrom(...zones), (date, days, timeZone) => {
      const startAt = instantOn(date, 0, timeZone);
      const span = { startAt, endAt: endOfDays(startAt, days, timeZone) };
      t.ok(areWholeDays(span, timeZone));
      t.equal(daysIn(span), days);
      t.strictSame(datesOf(span, timeZone), { first: date, last: daysAfter(date, days - 1) });
      const series = { draft: { isAllDay: true }, duration: days * day, timeZone };
      t.strictSame(endOf(series as never, startAt), span.endAt, 'as occurrences of a series end');
    }),
    { numRuns: 300 },
  );
});

t.test('no other instant is a midnight', async (t) => {
  fc.assert(
    fc.property(
      dates,
      fc.integer({ min: 1, max: 22 * 60 }),
      fc.constantFrom(...zones),
      (date, minutes, timeZone) => {
        t.notOk(isMidnight(after(instantOn(date, 0, timeZone), minutes * minute), timeZone));
      },
    ),
    { numRuns: 300 },
  );
});

t.test(
  'where clocks skip midnight the day begins after it; what is no instant or of no year is none',
  async (t) => {
    t.ok(isMidnight(new Date('2018-11-04T03:00:00.000Z'), 'America/Sao_Paulo'));
    t.notOk(isMidnight(new Date('2018-11-04T02:00:00.000Z'), 'America/Sao_Paulo'));
    t.ok(isMidnight(new Date('2026-11-01T04:00:00.000Z'), 'America/Havana'));
    t.notOk(isMidnight(new Date('2026-11-01T05:00:00.000Z'), 'America/Havana'), 'the second one of the day');
    t.notOk(isMidnight(new Date(Number.NaN), 'UTC'));
    t.notOk(isMidnight(new Date('+010000-01-01T00:00:00.000Z'), 'UTC'));
  },
);
