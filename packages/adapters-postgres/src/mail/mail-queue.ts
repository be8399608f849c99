import type { InvitationId, JobQueue, MailOutbox } from '@event-platform/domain';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { v5 as uuidOf } from 'uuid';
import { errorInWords } from '../connection/connection-fault.ts';
import { translateError } from '../connection/translate-error.ts';
import { withTimeout } from '../connection/with-timeout.ts';
import { type Database, jobSchema } from '../database.ts';
import {
  consumerQueues,
  createQueues,
  dayOfRetries,
  deadLetterQueue,
  failureOf,
  heartbeat,
  type JobHandler,
  workOn,
} from '../outbox/consumer-queues.ts';
import { retryJobs } from '../outbox/inspect-jobs.ts';
import { type JobPump, pumpJobs } from '../outbox/pump-jobs.ts';

/** One sending of one invitation: all that a job holds. */
export interface MailJob {
  readonly invitationId: InvitationId;
  readonly sending: number;
}

/** Sends one mail; after a rejection the job is tried again later. */
export type MailHandler = (job: MailJob) => Promise<unknown>;

/** The durable queue of invitation mails, in the same database as what they tell of. */
export interface MailQueue {
  /** An outbox whose jobs are written through `db`: in its transaction, if it is one. */
  outbox(db: Database): MailOutbox;
  /** The queues of the outbox's consumers, written through `db` as well. */
  jobs(db: Database): JobQueue;
  /** Begins to hand jobs of the consumers to `handler`, each at least once. */
  workOnJobs(handler: JobHandler): Promise<void>;
  /** Makes due what failed of a queue, or one job; see `retryJobs`. */
  retry(db: Database, queueOrId: string): Promise<number>;
  /** Brings the queue's own tables up to date. Not for two callers at once. */
  migrate(): Promise<void>;
  /** Begins to hand jobs to `handler`, each at least once. */
  work(handler: MailHandler): Promise<void>;
  /** Takes no more jobs, waits briefly for those in progress, returns the others to the queue, and disconnects. */
  stop(): Promise<void>;
}

/** The waiting jobs at one moment. */
export interface MailQueueState {
  /** Mails that were not tried yet. */
  readonly fresh: number;
  /** Mails that failed and will be tried again. */
  readonly retrying: number;
  /** How long the mail that should have been taken first has been waiting for that, in seconds; 0 when none is due. */
  readonly oldestDueSeconds: number;
}

const queue = 'invitation-mail';
/** Derives a job's id from its sending, so that one sending is queued once. */
const jobNamespace = 'c7b1f0a2-6d0e-5d5f-9a53-3b1d4f3f6a10';

const policy = { ...dayOfRetries, ...heartbeat, expireInSeconds: 2 * 60 } as const;
/** Mails at the same time. */
const slots = 20;

const connections = 3;
const connectTimeoutMs = 5_000;
/** For mails in progress; those that take longer return to the queue and are sent after a restart. */
const finishTimeoutMs = 2_500;
const returnTimeoutMs = 500;

/** Opens the queue; it connects when it is first used. */
export const openMailQueue = (url: string, log: (message: string) => void): MailQueue => {
  const make = (migrate: boolean) => {
    const boss = new PgBoss({
      connectionString: url,
      schema: jobSchema,
      max: connections,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'event-platform-jobs',
      migrate,
      createSchema: migrate,
      supervise: !migrate,
      schedule: false,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    });
    boss.on('error', (error) => log(`the mail queue: ${errorInWords(error)}`));
    boss.on('warning', ({ message }) => log(`the mail queue: ${message}`));
    return boss;
  };

  const pumps: JobPump[] = [];
  const warn = (error: unknown) => log(`the queues: ${errorInWords(error)}`);

  let bossStart: Promise<PgBoss> | undefined;
  const startBoss = async (): Promise<PgBoss> => {
    bossStart ??= make(false).start();
    try {
      return await bossStart;
    } catch (error) {
      bossStart = undefined;
      throw translateError(error);
    }
  };

  return {
    outbox: (db) => ({
      enqueue: async (mails) => {
        if (mails.length === 0) return;
        const boss = await startBoss();
        await boss.insert(queue, mails.map(toJob), { db: fromKysely(db) });
      },
    }),
    jobs: (db) => consumerQueues(startBoss, db),
    retry: async (db, queueOrId) => retryJobs(db, await startBoss(), queueOrId),
    workOnJobs: async (handler) => {
      pumps.push(...workOn(await startBoss(), handler, warn));
    },
    migrate: async () => {
      const boss = make(true);
      try {
        await boss.start();
        const deadLetter = deadLetterQueue(queue);
        await boss.createQueue(deadLetter, { retryLimit: 0 });
        await boss.createQueue(queue, { ...policy, deadLetter });
        await boss.updateQueue(queue, { ...policy, deadLetter, notify: false });
        await createQueues(boss);
      } catch (error) {
        throw translateError(error);
      } finally {
        await boss.stop({ graceful: false });
      }
    },
    work: async (handler) => {
      const boss = await startBoss();
      pumps.push(
        pumpJobs(boss, queue, { slots }, ({ data }) => failureOf(handler(jobOf(data as MailJob))), warn),
      );
    },
    stop: async () => {
      const boss = await bossStart?.catch(() => undefined);
      bossStart = undefined;
      if (!boss) return;
      const stopAll = async () => {
        await Promise.allSettled(pumps.splice(0).map((pump) => pump.stop(finishTimeoutMs)));
        await boss.stop({ graceful: false });
      };
      // A server that does not respond cannot take jobs back now; the queue does so when they expire.
      await withTimeout(finishTimeoutMs + returnTimeoutMs, stopAll());
    },
  };
};

/** Reads the waiting jobs through the queue's own index of them. */
export const readMailQueue = async (db: Database): Promise<MailQueueState> => {
  const { rows } = await sql<MailQueueState>`
    select count(*) filter (where state = 'created') as "fresh",
      count(*) filter (where state = 'retry') as "retrying",
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8
        as "oldestDueSeconds"
    from ${sql.table(`${jobSchema}.job`)}
    where name = ${queue} and state < 'active' and not blocked`.execute(db);
  return rows[0] ?? { fresh: 0, retrying: 0, oldestDueSeconds: 0 };
};

const toJob = ({ id, sending }: { readonly id: InvitationId; readonly sending: number }) => ({
  id: uuidOf(`${id} ${sending}`, jobNamespace),
  data: { invitationId: id, sending } satisfies MailJob,
});

const jobOf = ({ invitationId, sending }: MailJob): MailJob => ({ invitationId, sending });
