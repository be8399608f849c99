import {
  EmbeddedPostgresError,
  openPostgres,
  type Postgres,
  type PostgresOptions,
  startEmbeddedPostgres,
} from '@event-platform/adapters-postgres';
import { closingList } from '../closing-list.ts';
import type { Config } from '../config/config.ts';
import { databaseFault, isDatabaseFault, type UrlSource } from '../start-up-fault.ts';
import { connectionFile } from './connection-file.ts';
import { folderOf } from './new-database.ts';

/** The database that the configuration names, open. */
export interface OpenDatabase {
  readonly postgres: Postgres;
  /** Where other processes of this machine find it. */
  readonly url: string;
  /** What it is, for people. */
  readonly description: string;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** Whether to work beside the service on the embedded database that it runs, taking as long as need be. */
  readonly mayShare: boolean;
  /** Told what happens, in one line each. */
  readonly log: (message: string) => void;
  /** Told what is wrong with a connection or the queue. */
  readonly warn: (message: string) => void;
}

type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePooled' | 'databaseReplicaUrls' | 'dataDir'
>;

/**
 * Connects to the given database, or starts the embedded one in the data folder.
 * @throws {OperatorError | EmbeddedPostgresError} when it cannot be used, in one sentence
 */
export const openDatabase = async (
  config: DatabaseConfig,
  options: OpenDatabaseOptions,
): Promise<OpenDatabase> => {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return given({ ...config, databaseUrl }, options);
  return (options.mayShare && (await shared(dataDir, options))) || (await embedded(dataDir, options));
};

/** Opens the pool and sees that the database answers and is one to work with. */
const connect = async (
  server: Omit<PostgresOptions, 'log' | 'isBatch'>,
  { warn, mayShare }: OpenDatabaseOptions,
): Promise<Pick<OpenDatabase, 'postgres' | 'url' | 'close'>> => {
  let isClosing = false;
  const postgres = await openPostgres({
    ...server,
    isBatch: mayShare,
    // Connections that end while everything is closed are no trouble.
    log: (message) => {
      if (!isClosing) warn(message);
    },
  });
  const close = () => {
    isClosing = true;
    return postgres.close();
  };
  try {
    await postgres.check();
    return { postgres, url: server.url, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const given = async (
  config: DatabaseConfig & { readonly databaseUrl: string },
  options: OpenDatabaseOptions,
): Promise<OpenDatabase> => {
  const {
    databaseUrl: url,
    databaseDirectUrl: directUrl,
    databasePooled: pooled,
    databaseReplicaUrls: replicaUrls,
  } = config;
  try {
    const { postgres, ...connected } = await connect({ url, directUrl, pooled, replicaUrls }, options);
    const source = directUrl
      ? { variable: 'DATABASE_DIRECT_URL', url: directUrl }
      : { variable: 'DATABASE_URL', url };
    return {
      ...connected,
      postgres: { ...postgres, migrate: () => migrateTold(postgres, source) },
      description: 'PostgreSQL of DATABASE_URL',
    };
  } catch (error) {
    throw databaseFault(error, { variable: 'DATABASE_URL', url });
  }
};

/** Migrates; what the operator can mend is told with the variable to look at. */
const migrateTold = async (postgres: Postgres, source: UrlSource): Promise<void> => {
  try {
    await postgres.migrate();
  } catch (error) {
    throw isDatabaseFault(error) ? databaseFault(error, source) : error;
  }
};

const shared = async (dataDir: string, options: OpenDatabaseOptions): Promise<OpenDatabase | undefined> => {
  const url = connectionFile(dataDir).read();
  if (!url) return undefined;
  try {
    return {
      ...(await connect({ url }, options)),
      description: 'the embedded database of the running service',
    };
  } catch {
    // It was left by a service that was killed.
    return undefined;
  }
};

const embedded = async (dataDir: string, options: OpenDatabaseOptions): Promise<OpenDatabase> => {
  const opened = closingList();
  const { log, warn } = options;
  try {
    const server = await startEmbeddedPostgres({ dataDir: folderOf(dataDir), log, warn });
    opened.add(() => server.stop());
    const connection = connectionFile(dataDir);
    opened.add(async () => connection.remove());
    connection.write(server.url);
    const { postgres, url, close } = await connect({ url: server.url }, options);
    opened.add(close);
    return {
      postgres,
      url,
      description: `embedded PostgreSQL ${server.version} in ${dataDir}`,
      close: opened.close,
    };
  } catch (error) {
    await opened.close();
    throw error instanceof EmbeddedPostgresError ? error : databaseFault(error);
  }
};
