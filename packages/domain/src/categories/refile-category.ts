import type { Dependencies } from '../dependencies.ts';
import type { CategoryEventsJob, Job } from '../outbox/job.ts';
import { after as instantAfter, minute, second } from '../time.ts';

/** Events that are moved by one statement, each recorded for lists in memory, and within one job. */
const refilePolicy = { eventsAtOnce: 100, eventsOfJob: 2_000 } as const;

type Needs = Pick<Dependencies, 'stores' | 'clock' | 'ids'>;

/**
 * Moves events of a slug to the category that it stands for; what a job does not reach the next one does. Each step does
 * nothing where it was done before.
 */
export const refileCategory =
  ({ stores, clock, ids }: Needs) =>
  async ({ slug, after }: CategoryEventsJob): Promise<void> => {
    let last = after;
    for (let count = 0; count < refilePolicy.eventsOfJob; count += refilePolicy.eventsAtOnce) {
      last = await stores.managedCategories.refile(slug, last, refilePolicy.eventsAtOnce);
      if (last === null) return;
    }
    await stores.jobs.add([jobOf(ids.next(), { slug, after: last }, clock.now())]);
  };

const jobOf = (id: string, data: CategoryEventsJob, dueAt: Date): Job => ({
  queue: 'category-events',
  id,
  data,
  dueAt,
});

/**
 * The jobs that follow a change of a category: the first leaves the rest of a few events to who asked for it, the second comes
 * when no request goes on that read the category before.
 */
export const refileJobs = ({ clock, ids }: Pick<Needs, 'clock' | 'ids'>, slug: string): readonly Job[] =>
  [5 * second, minute].map((wait) =>
    jobOf(ids.next(), { slug, after: null }, instantAfter(clock.now(), wait)),
  );
