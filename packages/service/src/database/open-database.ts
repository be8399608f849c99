import {
  EmbeddedPostgresError,
  loadMigrations,
  openPostgres,
  type Postgres,
  type PostgresOptions,
} from '@event-platform/adapters-postgres';
import { PrereleaseDatabase } from '@event-platform/adapters-postgres/connection-fault';
import type { Clock, KeyedHashes } from '@event-platform/domain';
import type { Config } from '../config/config.ts';
import { databaseFault, embeddedFault, isDatabaseFault, type UrlSource } from '../faults/start-up-fault.ts';
import { repeatedLines } from '../repeated-lines.ts';
import { connectionFile } from './connection-file.ts';
import {
  type EmbeddedServer,
  folderOf,
  type ServerMessages,
  startEmbeddedServer,
} from './embedded-server.ts';

/** The database that the configuration names, open. */
export interface OpenDatabase {
  readonly postgres: Postgres;
  /** The URL for other processes on this machine. */
  readonly url: string;
  /** For the banner. */
  readonly description: string;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions extends ServerMessages {
  /** Whether to connect to the embedded database of a running service; statements then have no time limit. */
  readonly mayShare: boolean;
  /** Hashes of the phones whose accounts are erased; absent in programs that erase none. */
  readonly phoneHashes?: KeyedHashes | undefined;
  /** Absent for the system's. */
  readonly clock?: Clock | undefined;
  /** The embedded server, where it was started before; closing the database stops it. */
  readonly server?: EmbeddedServer | undefined;
}

type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePooler' | 'databaseReplicaUrls' | 'accelerators' | 'dataDir'
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
  if (databaseUrl !== undefined) return openGiven({ ...config, databaseUrl }, options);
  return (options.mayShare && (await openShared(dataDir, options))) || (await openEmbedded(config, options));
};

/** As {@link openDatabase}, for a program of the command line, which says only what is wrong. */
export const openForProgram = (
  config: DatabaseConfig & Pick<Config, 'warnings'>,
  stderr: NodeJS.WritableStream,
  phoneHashes?: KeyedHashes,
): Promise<OpenDatabase> => {
  const warn = repeatedLines((message) => stderr.write(`${message}\n`));
  config.warnings.forEach(warn);
  return openDatabase(config, { mayShare: true, phoneHashes, log: () => {}, warn });
};

/** Opens the pool, then checks that the database responds and is suitable. */
const connect = async (
  server: Omit<PostgresOptions, 'log' | 'isBatch' | 'phoneHashes' | 'clock'>,
  { log, warn, mayShare, phoneHashes, clock }: OpenDatabaseOptions,
): Promise<Pick<OpenDatabase, 'postgres' | 'url' | 'close'>> => {
  let isClosing = false;
  const postgres = await openPostgres({
    ...server,
    isBatch: mayShare,
    phoneHashes,
    clock,
    inform: log,
    // Connections that end during the close are expected.
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

const openGiven = async (
  config: DatabaseConfig & { readonly databaseUrl: string },
  options: OpenDatabaseOptions,
): Promise<OpenDatabase> => {
  const {
    databaseUrl: url,
    databaseDirectUrl: directUrl,
    databasePooler: pooler,
    databaseReplicaUrls: replicaUrls,
    accelerators,
  } = config;
  try {
    const { postgres, ...connection } = await connect(
      { url, directUrl, pooler, replicaUrls, accelerators },
      options,
    );
    const source = directUrl
      ? { variable: 'DATABASE_DIRECT_URL', url: directUrl }
      : { variable: 'DATABASE_URL', url };
    return {
      ...connection,
      postgres: {
        ...postgres,
        migrate: () => reporting(postgres.migrate(), source),
        pendingMigrations: () => reporting(postgres.pendingMigrations(), source),
      },
      description: 'PostgreSQL of DATABASE_URL',
    };
  } catch (error) {
    throw databaseFault(error, { variable: 'DATABASE_URL', url });
  }
};

/** Waits for a migration; a fault that the operator can fix names the variable. */
const reporting = async <Result>(migration: Promise<Result>, source: UrlSource): Promise<Result> => {
  try {
    return await migration;
  } catch (error) {
    throw isDatabaseFault(error) ? databaseFault(error, source) : error;
  }
};

const openShared = async (
  dataDir: string,
  options: OpenDatabaseOptions,
): Promise<OpenDatabase | undefined> => {
  const url = connectionFile(dataDir).read();
  if (!url) return undefined;
  try {
    return {
      ...(await connect({ url }, options)),
      description: 'the embedded database of the running service',
    };
  } catch (error) {
    if (error instanceof PrereleaseDatabase) throw embeddedFault(error, folderOf(dataDir));
    // A service that was killed leaves the file behind.
    return undefined;
  }
};

const openEmbedded = async (
  { dataDir, accelerators }: DatabaseConfig,
  options: OpenDatabaseOptions,
): Promise<OpenDatabase> => {
  const resources = new AsyncDisposableStack();
  const embeddedServer = options.server ?? startEmbeddedServer(dataDir);
  resources.defer(() => embeddedServer.stop());
  embeddedServer.reportTo(options);
  try {
    // A new database takes a second to make, and this process has nothing else to do then.
    const [server] = await Promise.all([embeddedServer.start, embeddedServer.isNew && loadMigrations()]);
    const connection = connectionFile(dataDir);
    resources.defer(async () => connection.remove());
    connection.write(server.url);
    const { postgres, url, close } = await connect({ url: server.url, accelerators }, options);
    resources.defer(close);
    return {
      postgres,
      url,
      description: `embedded PostgreSQL ${server.version} in ${dataDir}`,
      close: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error instanceof EmbeddedPostgresError ? error : embeddedFault(error, folderOf(dataDir));
  }
};
