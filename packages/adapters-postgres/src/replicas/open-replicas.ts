import type { Stores } from '@event-platform/domain';
import {
  type ConnectionPool,
  openPool,
  type PoolSettings,
  type PoolState,
} from '../connection/connection-pool.ts';
import type { Timeouts } from '../connection/timeouts.ts';
import { type Database, openDatabase } from '../database.ts';
import type { KnownPositions } from './read-your-writes.ts';
import { type ReplicaSet, replicaSet } from './replica-set.ts';

/** Short enough that a read which a hung replica does not respond can still be served by the writer. */
const timeouts: Timeouts = { connectMs: 1_000, lockMs: 0, statementMs: 3_000 };
/** A healthy server reports its position without delay. */
const watchTimeouts: Timeouts = { connectMs: 1_000, lockMs: 0, statementMs: 1_000 };

export interface OpenReplicasOptions {
  readonly writerUrl: string;
  readonly urls: readonly string[];
  readonly pool: Omit<PoolSettings, 'url'>;
  /** How old what a replica shows may be, in milliseconds. */
  readonly maxLagMs: number;
  readonly positions: KnownPositions;
  readonly storesOn: (db: Database) => Stores;
  readonly log: (message: string) => void;
}

/** Replicas and the connections to them. */
export interface OpenReplicas extends Omit<ReplicaSet, 'close'> {
  poolStates(): readonly PoolState[];
  close(): Promise<void>;
}

/** Opens pools to the replicas; no connection is made before they are watched. */
export const openReplicas = (options: OpenReplicasOptions): OpenReplicas => {
  const { writerUrl, urls, pool, maxLagMs, positions, storesOn, log } = options;
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
  return { ...set, poolStates: () => members.map(({ state }) => state()), close };
};
