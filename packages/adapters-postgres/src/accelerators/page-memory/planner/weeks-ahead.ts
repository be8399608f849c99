import { shareOfWeek } from '../../../vocabulary/weeks.ts';

/** What is read beyond the time that should hold enough matches, as they do not spread evenly. */
const margin = 1.2;

/** How many whole weeks, the instant's own included, cover some time from the instant on. @param ahead in weeks */
export const wholeWeeks = (at: Date, ahead: number): number =>
  Math.max(1, Math.ceil(shareOfWeek(at) + ahead));

/** The time that should hold enough matches if all of them spread evenly, in weeks. @param inWeeks in how many nearly all begin */
export const guessedWeeks = (rows: number, total: number, inWeeks: number): number =>
  (margin * inWeeks * rows) / total;

/**
 * The time that should hold enough matches, in weeks, after some were found in the whole weeks from an instant on; null if
 * it was neither too short nor far too long.
 * @param factor how many times the rows needed are too many
 */
export const learnedWeeks = (
  { at, weeks, matchCount }: { readonly at: Date; readonly weeks: number; readonly matchCount: number },
  rowCount: number,
  factor: number,
): number | null => {
  const ahead = weeks - shareOfWeek(at);
  if (matchCount === 0) return ahead * 4;
  return matchCount < rowCount || matchCount > factor * rowCount
    ? (margin * ahead * rowCount) / matchCount
    : null;
};
