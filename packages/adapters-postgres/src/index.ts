export type { Pooler, PoolState } from './connection/connection-pool.ts';
export {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
  startEphemeralPostgres,
} from './embedded-postgres/embedded-postgres.ts';
export { loadMigrations } from './migrate.ts';
export {
  type AcceleratorName,
  acceleratorNames,
  openPostgres,
  type Postgres,
  type PostgresOptions,
} from './open-postgres.ts';
export type { QueueState, WaitingJob } from './queue/inspect-jobs.ts';
export type { ReadYourWrites } from './read-your-writes.ts';
