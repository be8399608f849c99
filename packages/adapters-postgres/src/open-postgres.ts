import type { CallWindows, ChangeMarks, Stores, UnitOfWork } from '@event-platform/domain';
import { PostgresDialect, sql } from 'kysely';
import { openPool, type PoolState } from './connection-pool.ts';
import { createOrm, type Database, type Rows } from './database.ts';
import { type MailHandler, type MailQueueState, openMailQueue, readMailQueue } from './mail-queue.ts';
import { migrate } from './migrate.ts';
import { postgresCallWindows } from './postgres-call-windows.ts';
import { postgresChangeMarks } from './postgres-change-marks.ts';
import { postgresStores } from './postgres-stores.ts';
import { postgresUnitOfWork } from './postgres-unit-of-work.ts';
import { sweep } from './sweep.ts';

/** Where the database is and how it is used. */
export interface PostgresOptions {
  /** Connection string of the server that is written to (libpq section 34.1.1.2). */
  readonly url: string;
  /** Servers that lists may be read from; they may lag behind. */
  readonly replicaUrls?: readonly string[];
  /** Connections to each server at most. */
  readonly poolSize?: number;
  /** Told in one line when something is wrong with a connection or the queue. */
  readonly log?: (message: string) => void;
}

/**
 * The domain's ports, kept in PostgreSQL 15 or later. Every call rejects with the problem `unavailable` when the
 * server is out of reach, refuses connections or does not answer in time.
 */
export interface Postgres {
  readonly stores: Stores;
  readonly unitOfWork: UnitOfWork;
  readonly callWindows: CallWindows;
  readonly changeMarks: ChangeMarks;
  /** Brings tables and queue up to date; several processes may call it at once. */
  migrate(): Promise<void>;
  /** Resolves when the server answers. */
  ping(): Promise<void>;
  /** Removes what no longer counts at that instant. Call it now and then, from any process. */
  sweep(at: Date): Promise<void>;
  /** How the connections to each server stand; those of the mail queue itself are not among them. */
  poolStates(): readonly PoolState[];
  /** What waits in the mail queue. */
  mailQueueState(): Promise<MailQueueState>;
  /** Begins to hand queued mails to `handler`, at least once each; a rejection is tried again for about a day. */
  startMailWorker(handler: MailHandler): Promise<void>;
  /** Waits for mails in hand, then closes all connections. */
  close(): Promise<void>;
}

const defaultPoolSize = 8;

/** Opens the adapters. No connection is made before the first use. */
export const openPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const { url, replicaUrls = [], poolSize = defaultPoolSize, log = () => {} } = options;
  const open = (to: string, name: string) => openPool({ url: to, name, size: poolSize, log });
  const writer = open(url, 'writer');
  const replicas = replicaUrls.map((to, index) => open(to, `replica-${index + 1}`));
  const dialect = (of: typeof writer) => new PostgresDialect({ pool: of });
  const orm = createOrm(dialect(writer), replicas.map(dialect));
  const pool: Database = orm.em.fork().getKysely<Rows>();
  const mailQueue = openMailQueue(url, log);

  let closing: Promise<void> | undefined;
  const close = async () => {
    await mailQueue.stop();
    await orm.close();
  };
  const reader = replicaOf(orm);
  return {
    stores: postgresStores({ db: pool, reader, pool, mailQueue }),
    unitOfWork: postgresUnitOfWork({ pool, mailQueue }),
    callWindows: postgresCallWindows(pool),
    changeMarks: postgresChangeMarks(reader),
    migrate: () => migrate(url, mailQueue.migrate),
    ping: async () => {
      await sql`select 1`.execute(pool);
    },
    sweep: (at) => sweep(pool, at),
    poolStates: () => [writer, ...replicas].map((each) => each.state()),
    mailQueueState: () => readMailQueue(pool),
    startMailWorker: (handler) => mailQueue.work(handler),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

/** One replica for the life of this process; the writer when there is none. */
const replicaOf = (orm: ReturnType<typeof createOrm>): Database =>
  orm.em.fork().getKysely<Rows>({ type: 'read' });
