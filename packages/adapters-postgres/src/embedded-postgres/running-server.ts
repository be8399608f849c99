import { execFileSync } from 'node:child_process';
import { readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

const GOES_ON_FOR_MS = 15_000;
const LOOK_EVERY_MS = 10;

/** Whether a process with this id runs. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
};

// Without a process that reaps orphans, as in many containers, an ended process keeps its id.
const isZombie = (pid: number): boolean => {
  const [status = ''] = readLines(`/proc/${pid}/stat`);
  return status.slice(status.lastIndexOf(')')).startsWith(') Z');
};

const readLines = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
};

/** What the server last wrote about itself: its process id and whether it accepts connections. */
export const readServerState = (cluster: string): { pid: number | undefined; ready: boolean } => {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return { pid: Number.isNaN(pid) ? undefined : pid, ready: lines[7]?.trim() === 'ready' };
};

/** Records which process a server serves, so that an orphan can be told from a server in use. */
export const recordOwner = (path: string, serverPid: number, socketDir: string): void =>
  writeFileSync(path, `${process.pid} ${serverPid}\n${socketDir}\n`, { mode: 0o600 });

/** Removes the empty socket folder of a server whose process was killed before it could. */
export const forgetLastSocket = (ownerFile: string): void => {
  const [pids, path] = readLines(ownerFile);
  if (!path || isRunning(Number.parseInt(pids ?? '', 10))) return;
  try {
    rmdirSync(path);
  } catch {
    // It is gone, or holds something: either way it is not ours to remove.
  }
};

// After a crash of the machine or the container another program may have got the server's process id.
const isServerOf = (pid: number, cluster: string): boolean => {
  if (!isRunning(pid)) return false;
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    // Compared without what leads to it: the same folder may be reached by several paths.
    return command.includes('postgres') && command.includes(basename(cluster));
  } catch {
    return false;
  }
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, which is what was wanted.
  }
};

/**
 * Waits until no server runs in the folder: one that lost its parent is told to end.
 * @throws {EmbeddedPostgresError} when the server belongs to a process that lives
 */
export const awaitFolderFree = async (dataDir: string, cluster: string, ownerFile: string): Promise<void> => {
  const deadline = Date.now() + GOES_ON_FOR_MS;
  for (let isLogged = false; ; await delay(LOOK_EVERY_MS)) {
    const { pid } = readServerState(cluster);
    if (pid === undefined) return;
    if (!isServerOf(pid, cluster)) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true });
      return;
    }
    const [owner, serverPid] = (readLines(ownerFile)[0] ?? '').split(' ').map(Number);
    const isServed = owner !== undefined && serverPid === pid;
    if (isServed && isRunning(owner)) throw inUse(dataDir, owner);
    if (isServed && !isLogged) {
      signal(pid, 'SIGINT');
      isLogged = true;
    }
    if (Date.now() > deadline) throw inUse(dataDir, pid);
  }
};

const inUse = (dataDir: string, pid: number): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by another event-platform process (pid ${pid}).`,
  );
