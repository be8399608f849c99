import type { Dependencies } from '../dependencies.ts';
import { knownCategory } from '../events/edit/create-event.ts';
import { makeOccurrences } from './make-occurrences.ts';
import { ruleOf } from './series-access.ts';
import { nextDates } from './series-dates.ts';

/**
 * Makes the occurrences that have come within a year since they were made last, each batch of a series in one step. Any number of
 * processes may call it at once. Returns how many were made.
 */
export const extendSeries =
  (dependencies: Pick<Dependencies, 'stores' | 'unitOfWork' | 'clock' | 'timeZones' | 'ids'>) =>
  async (): Promise<number> => {
    const { clock, unitOfWork } = dependencies;
    for (let count = 0; ; ) {
      const now = clock.now();
      const addedCount = await unitOfWork.run(async (stores) => {
        const series = await stores.series.lockDue(now);
        if (!series) return null;
        const { dates, ...progress } = nextDates(ruleOf(series.rule), series, now);
        const category = await knownCategory({ stores }, series.draft.category);
        const entries = makeOccurrences(dependencies, series, category, dates, now);
        await stores.series.save({ ...series, ...progress });
        return stores.occurrences.add(entries, now);
      }, 'bulk');
      if (addedCount === null) return count;
      count += addedCount;
    }
  };
