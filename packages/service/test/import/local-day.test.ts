import fc from 'fast-check';
import t from 'tap';
import { startOfLocalDay } from '../../src/import/local-day.ts';

const start = (day: string, zone: string) => startOfLocalDay(new Date(day), zone);
const day = fc
  .date({ min: new Date('1900-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14');

t.test('a day starts at its first 00:00, or where clocks jump over it', async (t) => {
  // Node 24 has no Temporal; there the days below stand alone.
  const { Temporal } = globalThis as { Temporal?: { PlainDate: { from(day: string): TemporalDay } } };
  if (!Temporal) return t.pass('without Temporal');
  const asTemporal = fc.property(day, zone, (day, zone) => {
    const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime(zone);
    return start(day, zone).getTime() === epochMilliseconds;
  });
  t.doesNotThrow(() => fc.assert(asTemporal, { numRuns: 2_000 }));
});

interface TemporalDay {
  toZonedDateTime(timeZone: string): { readonly epochMilliseconds: number };
}

t.test('days around clock changes', async (t) => {
  const starts: Record<string, [string, string][]> = {
    'Europe/Berlin': [
      ['2026-03-29', '2026-03-28T23:00:00.000Z'],
      ['2026-03-30', '2026-03-29T22:00:00.000Z'],
      ['2026-10-26', '2026-10-25T23:00:00.000Z'],
    ],
    // 00:00 is skipped.
    'America/Sao_Paulo': [['2018-11-04', '2018-11-04T03:00:00.000Z']],
    // 00:00 comes twice.
    'America/St_Johns': [['2006-10-29', '2006-10-29T02:30:00.000Z']],
    // The 30th is skipped.
    'Pacific/Apia': [
      ['2011-12-29', '2011-12-29T10:00:00.000Z'],
      ['2011-12-30', '2011-12-30T10:00:00.000Z'],
      ['2011-12-31', '2011-12-30T10:00:00.000Z'],
    ],
    'Asia/Kathmandu': [['2026-01-01', '2025-12-31T18:15:00.000Z']],
  };
  for (const [zone, days] of Object.entries(starts))
    for (const [day, instant] of days) t.equal(start(day, zone).toISOString(), instant, `${day} in ${zone}`);
});
