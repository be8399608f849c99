import type { Dependencies } from '../dependencies.ts';
import type { Category } from '../events/category.ts';
import type { UserId } from '../ids.ts';
import type { LocalDate } from '../local-time/local-instant.ts';
import { makeOccurrences } from './make-occurrences.ts';
import type { AttachedOccurrence, SeriesRecord } from './series.ts';
import { ruleOf } from './series-access.ts';
import { horizonOf, nextDates, ruleDates } from './series-dates.ts';

/** What a new rule does to the occurrences of its series. */
export interface RulePlan {
  readonly series: SeriesRecord;
  /** Those on its days. */
  readonly occurrences: readonly AttachedOccurrence[];
  readonly endedOccurrences: readonly AttachedOccurrence[];
  /** Days that get an occurrence. */
  readonly dates: readonly LocalDate[];
}

/** Compares the attached occurrences of a series with its rule; the days of `except` are none of it. */
export const planRule = (
  series: SeriesRecord,
  attachedOccurrences: readonly AttachedOccurrence[],
  now: Date,
  except: readonly LocalDate[] = [],
): RulePlan => {
  const rule = ruleOf(series.rule);
  // What is attached is on a day of its series.
  const dateOf = ({ event }: AttachedOccurrence) => event.series?.date as LocalDate;
  const lastDate = [horizonOf(series, now), ...attachedOccurrences.map(dateOf)].sort().at(-1) as LocalDate;
  const ruleDays = new Set(ruleDates(rule, series, lastDate).dates);
  for (const date of except) ruleDays.delete(date);
  const [remainingOccurrences, endedOccurrences]: [AttachedOccurrence[], AttachedOccurrence[]] = [[], []];
  for (const occurrence of attachedOccurrences)
    (ruleDays.has(dateOf(occurrence)) ? remainingOccurrences : endedOccurrences).push(occurrence);
  const { dates, ...progress } = nextDates(
    rule,
    series,
    now,
    new Set([...remainingOccurrences.map(dateOf), ...except]),
  );
  return { series: { ...series, ...progress }, occurrences: remainingOccurrences, endedOccurrences, dates };
};

/** Cancels ended occurrences with guests, deletes others, and makes those that the rule adds; returns how many. */
export const followRule = async (
  dependencies: Pick<Dependencies, 'stores' | 'timeZones' | 'ids'>,
  { series, endedOccurrences, dates }: RulePlan,
  { category, now, callerId }: { readonly category: Category; readonly now: Date; readonly callerId: UserId },
): Promise<number> => {
  const { occurrences } = dependencies.stores;
  const idsOf = (withGuests: boolean) =>
    endedOccurrences.filter(({ hasGuests }) => hasGuests === withGuests).map(({ event }) => event.id);
  await occurrences.cancel(idsOf(true), now, callerId);
  await occurrences.remove(idsOf(false), now, callerId);
  return occurrences.add(makeOccurrences(dependencies, series, category, dates, now), now);
};
