import type { Stores } from '@event-platform/domain';
import { Kysely, PostgresDialect } from 'kysely';
import { openPool, type PoolSettings, type PoolState } from '../connection-pool.ts';
import { createOrm, type Database, type Rows } from '../database.ts';
import { postgresChangeMarks } from '../postgres-change-marks.ts';
import type { KnownPositions } from './own-writes.ts';
import { type ReplicaSet, replicaSet } from './replica-set.ts';

/** A replica that hangs must give way to the writer before anybody who waits gives up. */
const patience = { connectWithinMs: 1_000, statementTimeoutMs: 3_000 } as const;
/** Asking how far a server has come takes no time on one that is well. */
const watchPatience = { connectWithinMs: 1_000, statementTimeoutMs: 1_000, size: 1 } as const;

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
  // Idle connections that a server drops are told by what the watch finds.
  const quiet = { ...pool, log: () => {} };
  const watching = (url: string): Database =>
    new Kysely<Rows>({
      dialect: new PostgresDialect({ pool: openPool({ ...quiet, ...watchPatience, url }) }),
    });
  const writer = watching(writerUrl);
  const opened = urls.map((url, index) => {
    const own = openPool({ ...quiet, ...patience, url, name: `replica-${index + 1}` });
    const orm = createOrm(new PostgresDialect({ pool: own }));
    const db = orm.em.fork().getKysely<Rows>();
    return {
      orm,
      state: own.state,
      stores: storesOn(db),
      changeMarks: postgresChangeMarks(db),
      watch: watching(url),
    };
  });
  const set = replicaSet({ replicas: opened, writer, positions, maxLagMs, log });
  const close = async () => {
    set.close();
    await Promise.all([
      writer.destroy(),
      ...opened.flatMap(({ orm, watch }) => [orm.close(), watch.destroy()]),
    ]);
  };
  return { ...set, poolStates: () => opened.map(({ state }) => state()), close };
};
