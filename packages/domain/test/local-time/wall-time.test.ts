import fc from 'fast-check';
import t from 'tap';
import { locales } from '../../src/languages/language.ts';
import { wallTimes } from '../../src/local-time/wall-time.ts';

const dayFields = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
} as const;

t.test('wall times are written as Intl writes them', async (t) => {
  const instants = fc.date({ min: new Date('1000-01-01'), max: new Date('9998-01-01'), noInvalidDate: true });
  const dayMs = 86_400_000;
  for (const language of ['en', 'de'] as const)
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locales[language], {
        ...dayFields[style],
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: 'UTC',
      });
      const { one, span } = wallTimes[language][style];
      fc.assert(
        fc.property(instants, fc.integer({ min: 0, max: dayMs }), (at, later) => {
          const endOfDay = (Math.floor(at.getTime() / dayMs) + 1) * dayMs - 1;
          const end = new Date(Math.min(at.getTime() + later, endOfDay));
          t.equal(one(at), format.format(at));
          t.equal(span(at, end), format.formatRange(at, end));
        }),
        { numRuns: 500, examples: [[new Date('2026-05-01T18:00:00.000Z'), 59_999]] },
      );
    }
});
