/**
 * Standbys: reads of what is public go to servers that follow the writer, as soon as these have replayed what the caller wrote
 * (ADR 0027). Each takes its share of the reads off the writer: with two of them public lists cost
 * the writer 3.5 % of its processor time without them, signed-in ones 8.7 % (docs/scale.md).
 */
import type { Stores, UnitOfWork } from '@event-platform/domain';
import {
  type ConnectionPool,
  openPool,
  type PoolSettings,
  type PoolState,
} from '../../connection/connection-pool.ts';
import type { Timeouts } from '../../connection/timeouts.ts';
import { type Database, openDatabase } from '../../database.ts';
import type { ReadYourWrites } from '../../read-your-writes.ts';
import { findSessions } from './find-sessions.ts';
import { hideAfterCommit, hideAtOnce } from './hide-at-once.ts';
import { readYourWrites } from './read-your-writes.ts';
import { type ReplicaSet, replicaSet } from './replica-set.ts';
import { spreadReads } from './spread-reads.ts';

/** Short enough that a read which a hung replica does not respond can still be served by the writer. */
const timeouts: Timeouts = { connectMs: 1_000, lockMs: 0, statementMs: 3_000 };
/** A healthy server reports its position without delay. */
const watchTimeouts: Timeouts = { connectMs: 1_000, lockMs: 0, statementMs: 1_000 };

/** The writer, and the servers that follow it. */
export interface StandbyOptions {
  readonly writerUrl: string;
  readonly urls: readonly string[];
  readonly pool: Omit<PoolSettings, 'url'>;
  /** How old what a replica shows may be, in milliseconds. */
  readonly maxLagMs: number;
  /** The writer's. */
  readonly db: Database;
  readonly storesOn: (db: Database) => Stores;
  readonly log: (message: string) => void;
}

/** What spreads reads over the writer and its standbys. */
export interface Standbys extends Pick<ReplicaSet, 'choose'> {
  readonly stores: Stores;
  readonly unitOfWork: UnitOfWork;
  readonly readYourWrites: ReadYourWrites;
  watch(): void;
  poolStates(): readonly PoolState[];
  close(): Promise<void>;
}

/** Opens pools to the standbys; no connection is made before they are watched. */
export const openStandbys = (stores: Stores, unitOfWork: UnitOfWork, options: StandbyOptions): Standbys => {
  const { writerUrl, urls, pool, maxLagMs, db, storesOn, log } = options;
  const positions = readYourWrites(db);
  // Dropped idle connections are not logged: the watch reports the state of the server.
  const quiet = { ...pool, log: () => {} };
  const open = (settings: PoolSettings): ConnectionPool => {
    const connections = openPool(settings);
    // No start-up grace: the writer serves every read that a replica does not.
    connections.useSteadyStateTimeouts();
    return connections;
  };
  const openWatch = (url: string, isReadOnly: boolean): Database =>
    openDatabase(open({ ...quiet, timeouts: watchTimeouts, size: 1, url, isReadOnly }));
  const writer = openWatch(writerUrl, false);
  const members = urls.map((url, index) => {
    const database = open({ ...quiet, timeouts, url, isReadOnly: true, name: `replica-${index + 1}` });
    const db = openDatabase(database);
    return {
      db,
      state: database.state,
      stores: storesOn(db),
      watch: openWatch(url, true),
    };
  });
  const set = replicaSet({ replicas: members, writer, positions, maxLagMs, log });
  const close = async () => {
    set.close();
    await Promise.all([
      writer.destroy(),
      ...members.flatMap(({ db, watch }) => [db.destroy(), watch.destroy()]),
    ]);
  };
  const sessions = { ...stores.sessions, find: findSessions(db, positions) };
  return {
    stores: hideAtOnce(spreadReads({ ...stores, sessions }, set), set),
    unitOfWork: hideAfterCommit(unitOfWork, set),
    readYourWrites: positions,
    choose: set.choose,
    watch: () => set.watch(),
    poolStates: () => members.map(({ state }) => state()),
    close,
  };
};
