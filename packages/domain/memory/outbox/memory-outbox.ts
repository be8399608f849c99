import { type Change, type ChangeKind, newChange } from '../../src/outbox/change.ts';
import type { ChangesJob, Job } from '../../src/outbox/job.ts';
import type { JobQueue } from '../../src/ports/messaging/job-queue.ts';
import type { Outbox } from '../../src/ports/messaging/outbox.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { listenersOf } from '../webhooks/memory-webhook-store.ts';

export const memoryOutbox = ({ changes }: Tables): Outbox => ({
  add: async (entries) => {
    for (const change of entries) changes.set(change.id, change);
  },
});

export const memoryJobQueue = ({ jobs }: Tables): JobQueue => ({
  add: async (entries) => {
    for (const job of entries) jobs.set(pairKey(job.queue, job.id), job);
  },
});

let count = 0;

/** Puts a change into the outbox that a store makes itself. */
export const tell = (
  { changes }: Pick<Tables, 'changes'>,
  kind: ChangeKind,
  at: Date,
  what: Partial<Omit<Change, 'id' | 'kind' | 'at'>>,
): void => {
  count += 1;
  const id = `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
  changes.set(id, newChange(kind, at, { id, ...what }));
};

/** The same, only where a webhook listens. */
export const tellListeners = (
  tables: Tables,
  kind: ChangeKind,
  at: Date,
  what: Partial<Omit<Change, 'id' | 'kind' | 'at'>>,
): void => {
  if (listenersOf(tables, newChange(kind, at, { id: '', ...what })).length > 0) tell(tables, kind, at, what);
};

/** Takes out the changes that are due, the first due first. */
export const takeChanges = ({ changes }: Pick<Tables, 'changes'>, at: Date): readonly Change[] => {
  const dueChanges = changes
    .rows()
    .filter(({ dueAt }) => dueAt <= at)
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  for (const { id } of dueChanges) changes.delete(id);
  return dueChanges;
};

/** Takes out what is due: changes together, then jobs in the order in which they were added. */
export const takeJobs = (
  tables: Pick<Tables, 'changes' | 'jobs'>,
  at: Date,
): readonly (Job | ChangesJob)[] => {
  const changes = takeChanges(tables, at);
  const dueJobs = tables.jobs.rows().filter(({ dueAt }) => dueAt <= at);
  for (const { queue, id } of dueJobs) tables.jobs.delete(pairKey(queue, id));
  return changes.length > 0 ? [{ queue: 'changes', changes }, ...dueJobs] : dueJobs;
};
