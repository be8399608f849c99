import t from 'tap';
import {
  guessedWeeks,
  learnedWeeks,
  wholeWeeks,
} from '../../../../src/accelerators/page-memory/planner/weeks-ahead.ts';
import { startOfWeek, weekOf } from '../../../../src/vocabulary/weeks.ts';

/** A Thursday, when weeks begin. */
const thursday = new Date('2026-06-04T00:00:00Z');
const hours = (count: number) => new Date(thursday.getTime() + count * 3_600_000);

t.test('weeks begin on Thursdays', async (t) => {
  const week = weekOf(thursday);
  t.strictSame(startOfWeek(week), thursday);
  t.equal(weekOf(hours(-1)), week - 1);
  t.equal(weekOf(hours(7 * 24 - 1)), week);
});

t.test('whole weeks cover the time ahead, whatever has passed of the first', async (t) => {
  t.equal(wholeWeeks(thursday, 0), 1);
  t.equal(wholeWeeks(thursday, 1), 1);
  t.equal(wholeWeeks(thursday, 1.01), 2);
  t.equal(wholeWeeks(hours(84), 0.5), 1);
  t.equal(wholeWeeks(hours(85), 0.5), 2);
  t.equal(wholeWeeks(hours(85), 2), 3);
});

t.test('a first guess takes the matches to spread evenly, with a margin', async (t) => {
  t.equal(guessedWeeks(1_000, 52_000, 52), 1.2);
});

t.test('too few matches call for more time, far too many for less', async (t) => {
  const read = { at: hours(84), weeks: 2, matchCount: 100 };
  t.equal(learnedWeeks(read, 100, 3), null);
  t.equal(learnedWeeks({ ...read, matchCount: 300 }, 100, 3), null);
  t.equal(
    learnedWeeks({ ...read, matchCount: 50 }, 100, 3),
    1.2 * 3,
    'one and a half weeks held half of them',
  );
  t.equal(learnedWeeks({ ...read, matchCount: 450 }, 100, 3)?.toFixed(3), '0.400');
  t.equal(learnedWeeks({ ...read, matchCount: 0 }, 100, 3), 6);
});

t.test('too few matches make the next read longer, however little of the week is left', async (t) => {
  for (const [passed, weeks, matches] of [
    [0, 1, 0],
    [167.999, 1, 0],
    [167.999, 1, 99],
    [84, 3, 99],
  ] as const) {
    const at = hours(passed);
    t.ok(
      wholeWeeks(at, learnedWeeks({ at, weeks, matchCount: matches }, 100, 3) ?? 0) > weeks,
      `${passed} h, ${weeks}, ${matches}`,
    );
  }
});
