import type { ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf, ownerOf, prepareDataFolder, USER } from './data-folder.ts';
import { folderFault, serverFault } from './embedded-postgres-error.ts';
import { findBinaries } from './find-binaries.ts';
import { chooseRunAs, type RunAs, spawnAs } from './run-as.ts';
import { awaitFolderFree, forgetLastSocket, readServerState, recordOwner } from './running-server.ts';
import { serverSettings } from './server-settings.ts';

export { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** A PostgreSQL server that lives and dies with this process. */
export interface EmbeddedPostgres {
  /** Connection string of its database, over a unix socket that only this user may open. */
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
}

const MOMENT_MS = 5;
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const LOG_KEPT_UP_TO_BYTES = 5_000_000;
const PORT = 5432;
const LOST_THE_RACE = /lock file "postmaster.pid" already exists/;

/**
 * Starts PostgreSQL from the programs that npm installed, and makes its database the first time.
 * The data outlives the process; the server does not, not even when the process is killed.
 * @throws {EmbeddedPostgresError} when the folder is in use or cannot be written, or the server fails
 */
export const startEmbeddedPostgres = (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> =>
  start(resolve(options.dataDir), true, options);

/**
 * Makes the database in a data folder that has none yet, so that starting it later takes a moment. Loads nothing
 * heavy: a program may do it while the rest of it loads.
 * @throws {EmbeddedPostgresError} when the folder cannot be written
 */
export const prepareEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<void> => {
  const dataDir = resolve(options.dataDir);
  if (existsSync(layoutOf(dataDir).cluster)) return;
  try {
    await prepareDataFolder(dataDir, findBinaries(), chooseRunAs(ownerOf(dataDir)), true);
  } catch (error) {
    throw folderFault(dataDir, error);
  }
};

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
  { settings = {}, log = () => {} }: Omit<EmbeddedPostgresOptions, 'dataDir'>,
): Promise<EmbeddedPostgres> => {
  const began = performance.now();
  const binaries = findBinaries();
  const folder = layoutOf(dataDir);
  let socketDir: string | undefined;
  const forgetSocket = () => socketDir && rmSync(socketDir, { recursive: true, force: true });
  try {
    await awaitFolderFree(dataDir, folder.cluster, folder.owner);
    forgetLastSocket(folder.owner);
    const as = chooseRunAs(ownerOf(dataDir));
    const { password } = await prepareDataFolder(dataDir, binaries, as, durable);
    socketDir = makeSocketDir(as);
    const output = openLog(folder.log);
    const args = ['-D', folder.cluster, ...serverSettings(socketDir, PORT, durable, settings)];
    const server = spawnAs(as, binaries.postgres, args, output);
    closeSync(output);
    await awaitReady(server, dataDir, socketDir);
    log(`PostgreSQL ${binaries.version} serves ${dataDir} after ${Math.round(performance.now() - began)} ms`);
    const stop = stopper(server, log, forgetSocket);
    const url = `postgresql://${USER}:${password}@${encodeURIComponent(socketDir)}:${PORT}/${USER}`;
    return { url, version: binaries.version, stop };
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

const openLog = (path: string): number => {
  const large = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_UP_TO_BYTES;
  return openSync(path, large ? 'w' : 'a', 0o600);
};

const hasEnded = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null;

const awaitReady = async (server: ChildProcess, dataDir: string, socketDir: string): Promise<void> => {
  const folder = layoutOf(dataDir);
  const logged = statSync(folder.log).size;
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  // A server that is forgotten must not keep the process alive: it ends with it.
  server.unref();
  (server.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  const deadline = Date.now() + START_WITHIN_MS;
  for (let recorded = false; ; await delay(MOMENT_MS)) {
    const state = readServerState(folder.cluster);
    // Only the server that got the folder is recorded: another process may have tried at the same moment.
    if (state.pid !== undefined && state.pid === server.pid) {
      if (!recorded) recordOwner(folder.owner, state.pid, socketDir);
      recorded = true;
      if (state.ready) return;
    }
    if (failure) throw serverFault(dataDir, failure.message);
    if (hasEnded(server)) {
      const output = readFileSync(folder.log).subarray(logged).toString();
      if (LOST_THE_RACE.test(output)) await awaitFolderFree(dataDir, folder.cluster, folder.owner);
      throw serverFault(dataDir, output);
    }
    if (Date.now() > deadline) {
      server.kill('SIGQUIT');
      throw serverFault(dataDir, `it was not ready within ${START_WITHIN_MS / 1000} s`);
    }
  }
};

const stopper = (server: ChildProcess, log: (message: string) => void, forgetSocket: () => void) => {
  let stopping: Promise<void> | undefined;
  server.once('exit', () => {
    if (!stopping) log('PostgreSQL ended by itself: its log tells why');
    forgetSocket();
  });
  const end = async (): Promise<void> => {
    const deadline = Date.now() + STOP_WITHIN_MS;
    server.kill('SIGINT');
    while (!hasEnded(server)) {
      if (Date.now() > deadline) server.kill('SIGQUIT');
      await delay(MOMENT_MS);
    }
    forgetSocket();
  };
  return (): Promise<void> => {
    stopping ??= end();
    return stopping;
  };
};
