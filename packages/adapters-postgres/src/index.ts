export {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
  startEphemeralPostgres,
} from './embedded-postgres.ts';
export type { MailHandler, MailJob } from './mail-queue.ts';
export { openPostgres, type Postgres, type PostgresOptions } from './open-postgres.ts';
