import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { layoutOf, ownerOf, prepareDataFolder, USER } from './data-folder.ts';
import { folderFault } from './embedded-postgres-error.ts';
import { findBinaries } from './find-binaries.ts';
import { keepRunning } from './keep-running.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { awaitFolderFree, forgetLastSocket } from './running-server.ts';
import { launchServer } from './server-process.ts';
import { serverSettings } from './server-settings.ts';

export { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** A PostgreSQL server that ends with this process, and is started again when it ends by itself. */
export interface EmbeddedPostgres {
  /** Connection string of its database, over a unix socket that only this user may open; a restart keeps it. */
  readonly url: string;
  /** The server's version, such as `18.4`. */
  readonly version: string;
  /** Ends all connections and the server. May be called again. */
  stop(): Promise<void>;
}

/** What to start. */
export interface EmbeddedPostgresOptions {
  /** The folder that keeps the data; made when missing. An ephemeral server has none. */
  readonly dataDir: string;
  /** Settings of the server (PostgreSQL chapter 19) in place of the usual, modest ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told in one line each what happens. */
  readonly log?: (message: string) => void;
  /** Told in one line each when the server ended by itself, did not start again, or is back. */
  readonly warn?: (message: string) => void;
}

const PORT = 5432;

/**
 * Starts PostgreSQL from the programs that npm installed, and makes its database the first time.
 * The data outlives the process; the server does not, not even when the process is killed.
 * @throws {EmbeddedPostgresError} when the folder is in use or cannot be written, or the server fails
 */
export const startEmbeddedPostgres = (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> =>
  start(resolve(options.dataDir), true, options);

/**
 * Starts an empty PostgreSQL that forgets everything when stopped, for tests: faster, and not crash-safe.
 * @throws {EmbeddedPostgresError} when the server fails
 */
export const startEphemeralPostgres = async (
  options: Omit<EmbeddedPostgresOptions, 'dataDir'> = {},
): Promise<EmbeddedPostgres> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-platform-'));
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const server = await start(dataDir, false, options);
    return { ...server, stop: () => server.stop().then(forget) };
  } catch (error) {
    forget();
    throw error;
  }
};

const start = async (
  dataDir: string,
  durable: boolean,
  { settings = {}, log = () => {}, warn = () => {} }: Omit<EmbeddedPostgresOptions, 'dataDir'>,
): Promise<EmbeddedPostgres> => {
  const began = performance.now();
  const binaries = findBinaries();
  const folder = layoutOf(dataDir);
  let socketDir: string | undefined;
  const forgetSocket = () => socketDir && rmSync(socketDir, { recursive: true, force: true });
  const free = () => awaitFolderFree(dataDir, folder.cluster, folder.owner);
  try {
    await free();
    forgetLastSocket(folder.owner);
    const as = chooseRunAs(ownerOf(dataDir));
    const { password } = await prepareDataFolder(dataDir, binaries, as, durable);
    socketDir = makeSocketDir(as);
    const args = ['-D', folder.cluster, ...serverSettings(socketDir, PORT, durable, settings)];
    const launch = { dataDir, socketDir, as, program: binaries.postgres, args };
    const server = keepRunning(await launchServer(launch), {
      // Another process may have taken the folder over meanwhile, and a killed server leaves its file behind.
      launch: () => free().then(() => launchServer(launch)),
      warn,
    });
    log(`PostgreSQL ${binaries.version} serves ${dataDir} after ${Math.round(performance.now() - began)} ms`);
    const url = `postgresql://${USER}:${password}@${encodeURIComponent(socketDir)}:${PORT}/${USER}`;
    return { url, version: binaries.version, stop: () => server.stop().finally(forgetSocket) };
  } catch (error) {
    forgetSocket();
    throw folderFault(dataDir, error);
  }
};

// A socket's path holds about 100 bytes, and a data folder may lie deep.
const makeSocketDir = (as: RunAs): string => {
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir();
  const path = mkdtempSync(join(realpathSync(base), 'event-platform-socket-'));
  if (as.owner !== undefined && process.getuid?.() === 0) chownSync(path, as.owner, as.owner);
  return path;
};
