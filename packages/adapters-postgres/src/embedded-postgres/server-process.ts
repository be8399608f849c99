import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf } from './data-folder.ts';
import { serverFault } from './embedded-postgres-error.ts';
import { type RunAs, spawnAs } from './run-as.ts';
import { awaitFolderFree, readServerState, recordOwner } from './running-server.ts';

/** A server process that accepts connections. */
export interface ServerProcess {
  /** Resolves when it has ended, with the signal or the exit code: `SIGKILL`, `exit code 1`. */
  readonly exit: Promise<string>;
  /** Ends all connections and the process. */
  stop(): Promise<void>;
}

/** What to launch and where. */
export interface Launch {
  readonly dataDir: string;
  readonly socketDir: string;
  readonly as: RunAs;
  /** Absolute path of `postgres`. */
  readonly program: string;
  readonly args: readonly string[];
}

const LOOK_EVERY_MS = 5;
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const LOG_KEPT_UP_TO_BYTES = 5_000_000;
const LOST_THE_RACE = /lock file "postmaster.pid" already exists/;

/**
 * Starts the server in a data folder that no other server uses, and waits until it accepts connections.
 * @throws {EmbeddedPostgresError} when it does not start, with what it logged last
 */
export const launchServer = async (launch: Launch): Promise<ServerProcess> => {
  const { dataDir, as, program, args } = launch;
  const output = openLog(layoutOf(dataDir).log);
  // Before it starts: a server that ends at once may have said why before this process runs again.
  const logOffset = fstatSync(output).size;
  const server = spawnAs(as, program, args, output);
  closeSync(output);
  const exit = new Promise<string>((resolve) =>
    server.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  );
  await awaitReady(server, launch, logOffset);
  return { exit, stop: () => stop(server) };
};

const openLog = (path: string): number => {
  const large = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_UP_TO_BYTES;
  return openSync(path, large ? 'w' : 'a', 0o600);
};

const hasEnded = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null;

/** @param logOffset the bytes that the log had before the server was started */
const awaitReady = async (
  server: ChildProcess,
  { dataDir, socketDir }: Launch,
  logOffset: number,
): Promise<void> => {
  const folder = layoutOf(dataDir);
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  // The server ends with this process, so it must not keep it alive.
  server.unref();
  (server.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  const deadline = Date.now() + START_WITHIN_MS;
  for (let isRecorded = false; ; await delay(LOOK_EVERY_MS)) {
    const state = readServerState(folder.cluster);
    // Only the server that got the folder is recorded: another process may have tried at the same moment.
    if (state.pid !== undefined && state.pid === server.pid) {
      if (!isRecorded) recordOwner(folder.owner, state.pid, socketDir);
      isRecorded = true;
      if (state.ready) return;
    }
    if (failure) throw serverFault(dataDir, failure.message);
    if (hasEnded(server)) {
      const message = readFileSync(folder.log).subarray(logOffset).toString();
      if (LOST_THE_RACE.test(message)) await awaitFolderFree(dataDir, folder.cluster, folder.owner);
      throw serverFault(dataDir, message);
    }
    if (Date.now() > deadline) {
      server.kill('SIGQUIT');
      throw serverFault(dataDir, `it was not ready within ${START_WITHIN_MS / 1000} s`);
    }
  }
};

const stop = async (server: ChildProcess): Promise<void> => {
  const deadline = Date.now() + STOP_WITHIN_MS;
  server.kill('SIGINT');
  while (!hasEnded(server)) {
    if (Date.now() > deadline) server.kill('SIGQUIT');
    await delay(LOOK_EVERY_MS);
  }
};
