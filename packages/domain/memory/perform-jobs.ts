import type { Domain } from '../src/create-domain.ts';
import type { Job } from '../src/outbox/job.ts';
import { takeJobs } from './outbox/memory-outbox.ts';
import type { Tables } from './tables.ts';

const perform = (domain: Domain, job: Job): Promise<unknown> => {
  switch (job.queue) {
    case 'notices':
      return domain.tellChange(job.data);
    case 'notice-mails':
      return domain.deliverNoticeMail(job.data);
    case 'webhooks':
      return domain.notifyWebhooks(job.data);
    case 'webhook-deliveries':
      return domain.attemptDelivery(job.data);
    case 'failing-deliveries':
      return domain.attemptFailingDelivery(job.data);
  }
};

/** Moves what is due out of the outbox and performs all jobs, until nothing is left to do now. */
export const performJobs = async (domain: Domain, tables: Pick<Tables, 'jobs'>): Promise<void> => {
  await domain.queueReminders();
  for (;;) {
    const moved = await domain.relayOutbox();
    const jobs = takeJobs(tables);
    if (moved === 0 && jobs.length === 0) return;
    for (const job of jobs) await perform(domain, job);
  }
};
