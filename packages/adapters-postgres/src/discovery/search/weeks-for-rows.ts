/**
 * How many weeks of matches to read for a page: more when too few were found in some weeks, fewer when far too many.
 * @param found how many matches began in `weeks`
 * @param factor how many times the rows needed are too many
 */
export const weeksForRows = (weeks: number, found: number, needed: number, factor: number): number => {
  if (found === 0) return weeks * 4;
  if (found < needed) return Math.ceil((weeks * 1.2 * needed) / found) + 1;
  return found > factor * needed ? Math.ceil((weeks * 2 * needed) / found) : weeks;
};
