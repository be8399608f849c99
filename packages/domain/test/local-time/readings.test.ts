import t from 'tap';
import { readingsOf } from '../../src/local-time/readings.ts';

t.test('a local time is one instant, two, or none', async (t) => {
  const read = (date: string, hours: number) => {
    const { kind, instants } = readingsOf(date, hours * 3_600_000, 'Europe/Berlin');
    return [kind, ...instants.map((at) => at.toISOString())];
  };
  t.strictSame(read('2026-06-10', 20), ['once', '2026-06-10T18:00:00.000Z']);
  t.strictSame(read('2026-10-25', 2.5), ['repeated', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
  t.strictSame(read('2027-03-28', 2.5), ['skipped', '2027-03-28T00:30:00.000Z', '2027-03-28T01:30:00.000Z']);
  t.strictSame(read('2026-10-25', 4), ['once', '2026-10-25T03:00:00.000Z'], 'on the day of a change');
});
