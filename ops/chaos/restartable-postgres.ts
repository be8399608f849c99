import { readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '@event-platform/adapters-postgres';

/** A crash-safe PostgreSQL that can be broken, and comes back at the same address. */
export interface RestartablePostgres {
  readonly url: string;
  readonly version: string;
  /** `fast` ends the sessions in order; `kill` is the power cut of a database. */
  stop(how: 'fast' | 'kill'): Promise<void>;
  start(): Promise<void>;
  /** Stops all of its processes where they are. */
  freeze(): void;
  thaw(): void;
}

/** Each server has a socket folder of its own; this link names the present one. */
const linkOf = (folder: string): string => join(folder, 'socket');
const askAgainMs = 50;
const startWithinMs = 30_000;

const parentOf = (pid: string): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);

const signalTo = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const awaitEnd = async (pid: number): Promise<void> => {
  while (childrenOf(process.pid).includes(pid) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z'))
    await delay(askAgainMs);
};

/** @param folder where the data and the address are kept */
export const openRestartablePostgres = async (folder: string): Promise<RestartablePostgres> => {
  const dataDir = join(folder, 'postgres');
  let server: EmbeddedPostgres;
  const pid = () => Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const start = async () => {
    const deadline = Date.now() + startWithinMs;
    for (;;)
      try {
        server = await startEmbeddedPostgres({ dataDir });
        break;
      } catch (error) {
        // The last processes of a killed server hold its memory for a moment.
        if (!(error instanceof EmbeddedPostgresError) || Date.now() > deadline) throw error;
        await delay(askAgainMs);
      }
    const link = linkOf(folder);
    symlinkSync(hostOf(server.url), `${link}.new`);
    renameSync(`${link}.new`, link);
  };
  await start();
  // biome-ignore lint/style/noNonNullAssertion: it has just been started
  const first = server!;
  const signalAll = (name: NodeJS.Signals) => {
    const postmaster = pid();
    signalTo(postmaster, name);
    for (const child of childrenOf(postmaster)) signalTo(child, name);
  };
  return {
    url: first.url.replace(encodeURIComponent(hostOf(first.url)), encodeURIComponent(linkOf(folder))),
    version: first.version,
    start,
    stop: async (how) => {
      if (how === 'fast') return server.stop();
      const postmaster = pid();
      signalTo(postmaster, 'SIGKILL');
      await awaitEnd(postmaster);
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
};

const hostOf = (url: string): string => decodeURIComponent(/@([^:/]+)/.exec(url)?.[1] ?? '');
