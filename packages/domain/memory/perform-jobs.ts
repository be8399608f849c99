import type { Domain } from '../src/create-domain.ts';
import { performJob } from '../src/outbox/perform-job.ts';
import type { Clock } from '../src/ports/sources/clock.ts';
import { takeJobs } from './outbox/memory-outbox.ts';
import type { Tables } from './tables.ts';

/** Performs what is due, until nothing is left to do now. */
export const performJobs = async (
  domain: Domain,
  tables: Pick<Tables, 'changes' | 'jobs'>,
  clock: Clock,
): Promise<void> => {
  await domain.queueReminders();
  await domain.tellActivity();
  await domain.queueDigests();
  for (;;) {
    const jobs = takeJobs(tables, clock.now());
    if (jobs.length === 0) return;
    for (const job of jobs) await performJob(domain, job);
  }
};
