import type { Domain } from '../src/create-domain.ts';
import { performJob } from '../src/outbox/perform-job.ts';
import { takeJobs } from './outbox/memory-outbox.ts';
import type { Tables } from './tables.ts';

/** Moves what is due out of the outbox and performs all jobs, until nothing is left to do now. */
export const performJobs = async (domain: Domain, tables: Pick<Tables, 'jobs'>): Promise<void> => {
  await domain.queueReminders();
  for (;;) {
    const count = await domain.relayOutbox();
    const jobs = takeJobs(tables);
    if (count === 0 && jobs.length === 0) return;
    for (const job of jobs) await performJob(domain, job);
  }
};
