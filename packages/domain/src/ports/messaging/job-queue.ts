import type { Job } from '../../outbox/job.ts';

/** Jobs in the outbox that follow from changes; each is performed at least once. */
export interface JobQueue {
  /** Takes part in the surrounding unit of work. */
  add(jobs: readonly Job[]): Promise<void>;
}
