import type { Job } from '../../outbox/job.ts';

/** The queues of the outbox's consumers; each job is performed at least once. */
export interface JobQueue {
  /** Takes part in the surrounding unit of work. */
  add(jobs: readonly Job[]): Promise<void>;
}
