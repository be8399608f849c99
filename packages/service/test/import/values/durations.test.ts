import { localDateOf, timeOfDayOf } from '@event-platform/domain';
import fc from 'fast-check';
import t from 'tap';
import { endOfDuration, readDuration } from '../../../src/import/values/durations.ts';

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
const dayMs = 86_400_000;

const amount = fc.nat({ max: 400 });

t.test('a duration is the sum of its parts, whichever are written', async () => {
  const part = fc.option(amount, { nil: undefined });
  await fc.assert(
    fc.asyncProperty(part, part, part, part, part, part, part, async (Y, M, W, D, h, m, s) => {
      const of = (value: number | undefined, letter: string) =>
        value === undefined ? '' : `${value}${letter}`;
      const date = `${of(Y, 'Y')}${of(M, 'M')}${of(W, 'W')}${of(D, 'D')}`;
      const time = `${of(h, 'H')}${of(m, 'M')}${of(s, 'S')}`;
      const read = readDuration(`P${date}${time && `T${time}`}`);
      if (date + time === '') return read === null;
      return (
        read?.months === (Y ?? 0) * 12 + (M ?? 0) &&
        read.days === (W ?? 0) * 7 + (D ?? 0) &&
        read.milliseconds === (((h ?? 0) * 60 + (m ?? 0)) * 60 + (s ?? 0)) * 1_000
      );
    }),
  );
});

t.test('days keep the time of day over clock changes, hours are exact', async () => {
  const instants = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });
  await fc.assert(
    fc.asyncProperty(instants, fc.constantFrom(...zones), amount, async (at, zone, count) => {
      const start = new Date(at - (at % 60_000));
      const hours = endOfDuration(start, { months: 0, days: 0, milliseconds: count * 3_600_000 }, zone);
      if (hours.getTime() - start.getTime() !== count * 3_600_000) return false;
      const end = endOfDuration(start, { months: 0, days: count, milliseconds: 0 }, zone);
      // A time that is skipped that day is later by what is skipped, at most two hours.
      const shift = timeOfDayOf(end, zone) - timeOfDayOf(start, zone);
      const days = Date.parse(localDateOf(end, zone)) - Date.parse(localDateOf(start, zone));
      return (shift === 0 || (shift > 0 && shift <= 7_200_000)) && days === count * dayMs;
    }),
    { numRuns: 500 },
  );
});
