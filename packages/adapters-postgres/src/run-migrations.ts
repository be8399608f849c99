import { setTimeout as delay } from 'node:timers/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { openPool } from './connection/connection-pool.ts';
import { noTimeouts } from './connection/timeouts.ts';
import { migrationTable } from './database.ts';
import { mapperOptions } from './mapper-options.ts';

/** What a migration that locks tables may wait for each of them: requests wait behind it. */
const lockMs = 50;
/** Long enough for a vacuum of a large table, which holds a lock that migrations wait for. */
const retryForMs = 20 * 60_000;
const retryAfterMs = 300;

/** Applies the migrations that the database lacks. Not for two callers at once. */
export const runMigrations = async (url: string, dbName: string, names: readonly string[]): Promise<void> => {
  const migrationsList = await Promise.all(
    migrations.map(async ({ name, load }) => ({ name, class: withLockTimeout(await load()) })),
  );
  const orm = new MikroORM({
    ...mapperOptions(new PostgresDialect({ pool: openPool({ url, size: 2, timeouts: noTimeouts }) })),
    dbName,
    extensions: [Migrator],
    migrations: {
      migrationsList,
      tableName: migrationTable,
      snapshot: false,
      silent: true,
      // Each commits by itself: the locks of one are not held while the next one goes through many rows.
      allOrNothing: false,
    },
  });
  try {
    for (const name of names) await untilLocked(() => orm.migrator.up([name]));
  } finally {
    await orm.close();
  }
};

interface Applicable extends Migration {
  up(): void | Promise<void>;
}

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Applicable;

/** Online migrations wait for locks that delay no request. */
const withLockTimeout = (Base: MigrationClass): MigrationClass =>
  class extends Base {
    override up(): void | Promise<void> {
      if (this.isTransactional()) this.addSql(`set local lock_timeout = ${lockMs}`);
      return super.up();
    }
  };

/** Runs it again while a lock cannot be had: it was rolled back, and what waited behind it has gone on. */
const untilLocked = async (run: () => Promise<unknown>): Promise<void> => {
  for (const deadline = Date.now() + retryForMs; ; await delay(retryAfterMs))
    try {
      await run();
      return;
    } catch (error) {
      if (!isLockConflict(error) || Date.now() > deadline) throw error;
    }
};

/** A lock that could not be had in time (55P03), or only by ending a deadlock (40P01). */
const isLockConflict = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:55P03|40P01)$/.test(String((error as { code?: unknown }).code)) || isLockConflict(error.cause));
