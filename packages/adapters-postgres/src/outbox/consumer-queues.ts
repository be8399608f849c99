import type { Change, Job, JobQueue, QueueName } from '@event-platform/domain';
import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { v5 as uuidOf } from 'uuid';
import { type Database, jobSchema } from '../database.ts';
import { type Failure, type JobPump, type PumpSettings, pumpJobs } from './pump-jobs.ts';

/** Derives a job's id from its queue and name, so that it is queued once. */
const jobNamespace = '5d8c1c59-5a3e-4b5f-9f55-6b1a7f0f1d52';

/** The queue of what failed for good. */
export const deadLetterQueue = (queue: string): string => `${queue}-dead`;

/** A worker that dies is noticed by its missing heartbeats, so that its jobs go on within half a minute. */
export const heartbeat = { heartbeatSeconds: 10 } as const;

/**
 * Some seconds, so that the jobs of a dead worker go on within half a minute, then twice as long each time up to two hours:
 * about a day in all.
 */
export const dayOfRetries = {
  retryLimit: 22,
  retryDelay: 4,
  retryBackoff: true,
  retryDelayMax: 2 * 60 * 60,
} as const;

/** For how long jobs that are done are kept. */
const keptSeconds = 10 * 60;

interface QueueSettings extends PumpSettings {
  /** A job that takes longer is given to another worker. */
  readonly expireInSeconds: number;
}

export const queueSettings: Readonly<Record<QueueName, QueueSettings>> = {
  // One event takes one slot: the others are for other events.
  notices: { expireInSeconds: 120, slots: 6, eachShare: 1 },
  'notice-mails': { expireInSeconds: 120, slots: 20 },
  webhooks: { expireInSeconds: 60, slots: 4 },
  // Most slots wait for an endpoint. An endpoint that hangs takes some until its first try is over.
  'webhook-deliveries': { expireInSeconds: 60, slots: 256, eachShare: 4 },
  'failing-deliveries': { expireInSeconds: 60, slots: 64, eachShare: 1 },
};

export const queueNames = Object.keys(queueSettings) as readonly QueueName[];

const toJob = ({ queue, id, data, share, priority }: Job) => ({
  id: uuidOf(`${queue} ${id}`, jobNamespace),
  data,
  ...(share && { group: { id: share } }),
  ...(priority === 'low' && { priority: -1 }),
});

/** Jobs written through `db`: in its transaction, if it is one. */
export const consumerQueues = (startBoss: () => Promise<PgBoss>, db: Database): JobQueue => ({
  add: async (jobs) => {
    if (jobs.length === 0) return;
    const boss = await startBoss();
    for (const queue of queueNames) {
      const ownJobs = jobs.filter((job) => job.queue === queue);
      if (ownJobs.length > 0) await boss.insert(queue, ownJobs.map(toJob), { db: fromKysely(db) });
    }
  },
});

/** Performs one job of a consumer; after a rejection the job is tried again later. */
export type JobHandler = (job: Job) => Promise<unknown>;

export const createQueues = async (boss: PgBoss): Promise<void> => {
  for (const queue of queueNames) {
    const deadLetter = deadLetterQueue(queue);
    const { expireInSeconds } = queueSettings[queue];
    const policy = {
      ...dayOfRetries,
      ...heartbeat,
      expireInSeconds,
      deleteAfterSeconds: keptSeconds,
      deadLetter,
    };
    await boss.createQueue(deadLetter, { retryLimit: 0 });
    await boss.createQueue(queue, policy);
    await boss.updateQueue(queue, policy);
  }
};

export const workOn = (
  boss: PgBoss,
  handler: JobHandler,
  warn: (error: unknown) => void,
): readonly JobPump[] =>
  queueNames.map((queue) =>
    pumpJobs(
      boss,
      queue,
      queueSettings[queue],
      ({ id, data }) => failureOf(handler(revive({ queue, id, data } as Job))),
      warn,
    ),
  );

/** Only the error's name is kept: its message may hold an address. */
export const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
};

/** Instants are texts in the queue. */
const revive = (job: Job): Job => {
  if ('change' in job.data)
    return { ...job, data: { ...job.data, change: revivedChange(job.data.change) } } as Job;
  if ('changes' in job.data) return { ...job, data: { changes: job.data.changes.map(revivedChange) } } as Job;
  return job;
};

const revivedChange = ({ at, dueAt, ...rest }: Change): Change => ({
  ...rest,
  at: new Date(at),
  dueAt: new Date(dueAt),
});

/** How much waits for a consumer. */
export interface QueueState {
  readonly queue: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly dead: number;
  /** How long the job that should have been taken first has been waiting, in seconds; 0 when none is due. */
  readonly oldestDueSeconds: number;
}

/** What waits in the outbox itself and in each queue. Deliveries wait in the outbox for their next try. */
export const readQueues = async (db: Database): Promise<readonly QueueState[]> => {
  const { rows } = await sql<QueueState>`/* queue-states */
    select 'outbox' as queue, count(*)::int as waiting, 0 as retrying, 0 as dead,
      coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestDueSeconds"
    from outbox where due_at <= now()
    union all
    select names.queue, count(*) filter (where j.name = names.queue and j.state = 'created')::int,
      count(*) filter (where j.name = names.queue and j.state = 'retry')::int
        + case when names.queue = 'webhook-deliveries' then (
            select count(*)::int from outbox where due_at > now() and kind = 'delivery.due'
          ) else 0 end,
      count(*) filter (where j.name <> names.queue)::int,
      greatest(0, coalesce(extract(epoch from now() - min(j.start_after) filter (
        where j.name = names.queue and j.start_after <= now())), 0))::float8
    from unnest(${['invitation-mail', ...queueNames]}::text[]) names (queue)
    left join ${sql.table(`${jobSchema}.job`)} j
      on j.name in (names.queue, names.queue || '-dead') and j.state < 'active'
    group by names.queue`.execute(db);
  return rows;
};
