import type {
  Clock,
  FormReceipts,
  Idempotency,
  KeyedHashes,
  SealedKeys,
  Stores,
  UnitOfWork,
} from '@event-platform/domain';
import { sql } from 'kysely';
import { listingIndex } from './accelerators/listing-index/listing-index.ts';
import { openIndexThread } from './accelerators/listing-index/thread/index-thread.ts';
import { requestReads } from './accelerators/request-reads/request-reads.ts';
import { openStandbys } from './accelerators/standbys/standbys.ts';
import { writeBatches } from './accelerators/write-batches/write-batches.ts';
import { appliedMigrations } from './applied-migrations.ts';
import { createBulkhead } from './connection/bulkhead.ts';
import { openPool, type Pooler, type PoolState } from './connection/connection-pool.ts';
import { currentVersion } from './connection/snapshot-version.ts';
import { bulkTimeouts, interactiveTimeouts } from './connection/timeouts.ts';
import { checkServer } from './connection/unsuitable-database.ts';
import { withTimeout } from './connection/with-timeout.ts';
import { type Database, openDatabase } from './database.ts';
import { postgresFormReceipts } from './idempotency/postgres-form-receipts.ts';
import { postgresIdempotency } from './idempotency/postgres-idempotency.ts';
import { postgresSealedKeys } from './idempotency/postgres-sealed-keys.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { postgresStores } from './postgres-stores.ts';
import { postgresUnitOfWork } from './postgres-unit-of-work.ts';
import { type QueueState, readJobs, readQueues, retryJobs, type WaitingJob } from './queue/inspect-jobs.ts';
import { type JobHandler, type Worker, workOnJobs } from './queue/work-on-jobs.ts';
import type { ReadYourWrites } from './read-your-writes.ts';
import { sweep } from './sweep.ts';

/** What makes the stores over a pool faster, each a wrapper that they are right without. */
const accelerators = {
  'request-reads': requestReads,
  'write-batches': writeBatches,
} as const;

export type AcceleratorName = keyof typeof accelerators | 'listing-index' | 'standbys';

export const acceleratorNames = [
  'listing-index',
  ...(Object.keys(accelerators) as (keyof typeof accelerators)[]),
  'standbys',
] as const satisfies readonly AcceleratorName[];

/** Where the database is and how it is used. */
export interface PostgresOptions {
  /** Connection string of the server that is written to (libpq section 34.1.1.2). */
  readonly url: string;
  /**
   * The same server past a pooler, for migrations. Given with a `pooler`; otherwise `url`.
   */
  readonly directUrl?: string | undefined;
  /** What `url` and `replicaUrls` lead through; `none` by default. */
  readonly pooler?: Pooler;
  /** Streaming standbys of that server, to read from once `readFromReplicas` was called. */
  readonly replicaUrls?: readonly string[];
  /** How old what a replica shows may be, in milliseconds; one that lags more is not read from. 5,000 unless given. */
  readonly maxReplicaLagMs?: number;
  /** The accelerators to use: all unless given. Without standbys the replicas are not read from. */
  readonly accelerators?: readonly AcceleratorName[];
  /** Connections to each server at most. */
  readonly poolSize?: number;
  /** For programs without waiting users, such as an import: statements may take a minute. */
  readonly isBatch?: boolean;
  /** What the index of listings takes for now; the system's clock unless given. */
  readonly clock?: Clock;
  /** Hashes of the phones whose accounts are erased; absent in programs that erase none. */
  readonly phoneHashes?: KeyedHashes | undefined;
  /** Receives one line when something is wrong with a connection or the outbox. */
  readonly log?: (message: string) => void;
  /** Receives one line when the index of listings is loaded. */
  readonly inform?: (message: string) => void;
}

/**
 * The domain's ports, kept in PostgreSQL 15 or later. Every call rejects with the problem `unavailable` when the
 * server is out of reach, refuses connections or does not respond in time.
 */
export interface Postgres {
  readonly stores: Stores;
  readonly unitOfWork: UnitOfWork;
  readonly idempotency: Idempotency;
  readonly formReceipts: FormReceipts;
  readonly sealedKeys: SealedKeys;
  /** Present with replicas. */
  readonly readYourWrites: ReadYourWrites | undefined;
  /** Begins to send reads to the replicas; until then the writer serves all. */
  readFromReplicas(): void;
  /** Loads the index of listings, or loads it anew; resolves when that is done. Until then SQL finds them. */
  loadListings(): Promise<void>;
  /** The index of listings now. */
  listings(): ListingIndexState;
  /**
   * Brings the tables up to date; resolves with what was applied. Several processes may call it at once.
   * @throws {UnsuitableDatabase} when the role may not
   * @throws {PrereleaseDatabase} for tables of a version before 0.1.0
   */
  migrate(): Promise<readonly string[]>;
  /**
   * What `migrate` would apply, in its order; changes nothing.
   * @throws {PrereleaseDatabase}
   */
  pendingMigrations(): Promise<readonly string[]>;
  /**
   * Resolves when the server responds and is one to work with.
   * @throws {UnsuitableDatabase} for a version before 15 or a database that is not UTF-8
   * @throws {PrereleaseDatabase}
   */
  check(): Promise<void>;
  /** Resolves when the server responds. */
  ping(): Promise<void>;
  /** Whether the server had no room for what this process wrote within the last minute. */
  isDiskFull(): boolean;
  /** The start is over: from now on waiting for a connection fails after 1.5 s. */
  useSteadyStateTimeouts(): void;
  /** Deletes what has expired at that instant. Call it periodically, from any process. */
  sweep(at: Date): Promise<void>;
  /** The connections to each server. */
  poolStates(): readonly PoolState[];
  /** What waits in each queue of the outbox. */
  queueStates(): Promise<readonly QueueState[]>;
  /** Jobs of a queue, or one by its id. */
  readJobs(queueOrId: string): Promise<readonly WaitingJob[]>;
  /** Makes due at once what failed of a queue, or one job; resolves with how many. */
  retryJobs(queueOrId: string): Promise<number>;
  /** Begins to hand jobs of the outbox that are due to `handler`, at least once each. */
  startWorker(clock: Clock, handler: JobHandler): void;
  /** Waits briefly for jobs in progress, gives others back, then closes all connections: a few seconds at most, whatever the server does. */
  close(): Promise<void>;
}

/** Whether lists and searches are found in memory, and how many events these are. */
export type ListingIndexState =
  | { readonly state: 'off' | 'loading' }
  | { readonly state: 'loaded'; readonly count: number };

const defaultPoolSize = 8;
const defaultMaxReplicaLagMs = 5_000;
/** Bulk work has connections of its own, so that it and other calls do not delay each other. */
const bulkPoolSize = 2;
/** Connections kept for other calls when statements wait for locked rows. */
const reservedConnections = 4;
/** More on one event would only wait for each other. */
const maxConcurrentPerKey = 1;
const disconnectWithinMs = 500;
/** The outbox writes more often. */
const diskFullForMs = 60_000;
/** For jobs in progress; those that take longer are done again. */
const finishJobsMs = 2_500;
const returnJobsMs = 500;

/** Opens the adapters. No connection is made before the first use. */
export const openPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const {
    url,
    directUrl = url,
    pooler = 'none',
    replicaUrls = [],
    accelerators: chosen = acceleratorNames,
    isBatch = false,
    clock = { now: () => new Date() },
    log = () => {},
    inform = () => {},
  } = options;
  const {
    phoneHashes,
    poolSize: size = defaultPoolSize,
    maxReplicaLagMs: maxLagMs = defaultMaxReplicaLagMs,
  } = options;
  const timeouts = isBatch ? bulkTimeouts : interactiveTimeouts;
  let diskFullAt = Number.NEGATIVE_INFINITY;
  const onDiskFull = () => {
    diskFullAt = clock.now().getTime();
    log('the database: the disk of the server is full');
  };
  const common = { url, pooler, log, onDiskFull };
  const writer = openPool({ ...common, name: 'writer', size, timeouts });
  const bulkPool = openPool({ ...common, name: 'bulk', size: bulkPoolSize, timeouts: bulkTimeouts });
  const pool = openDatabase(writer);
  const bulk = openDatabase(bulkPool);
  const bulkhead = createBulkhead({
    inAll: Math.max(1, size - reservedConnections),
    each: maxConcurrentPerKey,
    // A hot event serves some hundred calls in that time, which is within that of a request.
    waitMs: 2 * timeouts.connectMs,
  });

  const storesOn = (db: Database): Stores =>
    Object.entries(accelerators)
      .filter(([name]) => chosen.includes(name as AcceleratorName))
      .reduce(
        (stores, [, accelerate]) => accelerate(stores, { db, bulkhead }),
        postgresStores({ db, pool: db, phoneHashes, bulkhead }),
      );
  const writerStores = storesOn(pool);
  const writerUnitOfWork = postgresUnitOfWork({ pool, bulk, phoneHashes, bulkhead });
  const standbys =
    replicaUrls.length > 0 && chosen.includes('standbys')
      ? openStandbys(writerStores, writerUnitOfWork, {
          ...{ writerUrl: url, urls: replicaUrls, pool: { size, pooler }, maxLagMs, db: pool, storesOn, log },
        })
      : undefined;

  const openStores = standbys?.stores ?? writerStores;
  const thread = chosen.includes('listing-index')
    ? openIndexThread({ url, isDirect: pooler === 'none', clock, log, inform })
    : undefined;

  const workers: Worker[] = [];
  let closure: Promise<void> | undefined;
  const close = async () => {
    // A server that does not respond cannot take jobs back now: they go on when their leases end.
    await withTimeout(
      finishJobsMs + returnJobsMs,
      Promise.allSettled(workers.map((worker) => worker.stop(finishJobsMs))),
    );
    // Ending connections to a server that does not respond never completes.
    await withTimeout(
      disconnectWithinMs,
      Promise.all([thread?.close(), standbys?.close(), pool.destroy(), bulk.destroy()]),
    );
  };
  return {
    stores: thread
      ? listingIndex(openStores, thread, {
          ...{ db: pool, version: currentVersion(pool) },
          chooseReplica: (caller, position) => standbys?.choose(caller, position) ?? null,
        })
      : openStores,
    unitOfWork: standbys?.unitOfWork ?? writerUnitOfWork,
    idempotency: postgresIdempotency({ pool, bulk, phoneHashes, bulkhead }),
    formReceipts: postgresFormReceipts(pool),
    sealedKeys: postgresSealedKeys(pool),
    readYourWrites: standbys?.readYourWrites,
    readFromReplicas: () => standbys?.watch(),
    loadListings: async () => thread?.load(),
    listings: () => {
      if (!thread) return { state: 'off' };
      const { state } = thread;
      return state ? { state: 'loaded', count: state.count } : { state: 'loading' };
    },
    migrate: () => migrate(directUrl),
    pendingMigrations: () => pendingMigrations(directUrl),
    check: async () => {
      await checkServer(pool);
      await appliedMigrations((text) => sql.raw(text).execute(pool));
    },
    ping: async () => {
      await sql`select 1`.execute(pool);
    },
    isDiskFull: () => clock.now().getTime() - diskFullAt < diskFullForMs,
    useSteadyStateTimeouts: () => writer.useSteadyStateTimeouts(),
    sweep: (at) => sweep(bulk, at),
    poolStates: () => [writer.state(), ...(standbys?.poolStates() ?? []), bulkPool.state()],
    queueStates: () => readQueues(pool),
    readJobs: (queueOrId) => readJobs(pool, queueOrId),
    retryJobs: (queueOrId) => retryJobs(pool, queueOrId),
    startWorker: (clock, handler) => void workers.push(workOnJobs(pool, clock, handler, log)),
    close: () => {
      closure ??= close();
      return closure;
    },
  };
};
