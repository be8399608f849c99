import { readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '@event-platform/adapters-postgres';
import { childrenOf, signalTo } from '../local/processes.ts';

/** A crash-safe PostgreSQL that can be stopped, killed and frozen, and restarts at the same address. */
export interface RestartablePostgres {
  readonly url: string;
  readonly version: string;
  /** `fast` ends the sessions in order; `kill` sends SIGKILL to the postmaster. */
  stop(how: 'fast' | 'kill'): Promise<void>;
  start(): Promise<void>;
  /** Sends SIGSTOP to all of its processes. */
  freeze(): void;
  thaw(): void;
}

/** Each server has its own socket folder; this link leads to the current one. */
const linkOf = (folder: string): string => join(folder, 'socket');
const pollMs = 50;
const startWithinMs = 30_000;

const awaitEnd = async (pid: number): Promise<void> => {
  while (childrenOf(process.pid).includes(pid) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z'))
    await delay(pollMs);
};

/** @param folder for the data and the socket link */
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
        // The remaining processes of a killed server hold its shared memory for a moment.
        if (!(error instanceof EmbeddedPostgresError) || Date.now() > deadline) throw error;
        await delay(pollMs);
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
      // Ends the supervision as well, which would restart the server.
      await server.stop();
      await awaitEnd(postmaster);
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
};

const hostOf = (url: string): string => decodeURIComponent(/@([^:/]+)/.exec(url)?.[1] ?? '');
