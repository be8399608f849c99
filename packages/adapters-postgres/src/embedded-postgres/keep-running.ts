import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** A server that is started again whenever it ends by itself. */
export interface KeptServer {
  /** Ends the server for good, also while it is being started again. May be called again. */
  stop(): Promise<void>;
}

export interface KeepRunningOptions {
  /** Starts the server again on the same socket; rejects when it does not start. */
  readonly launch: () => Promise<ServerProcess>;
  /** Told in one line each that the server ended, that it did not start again and why, and that it is back. */
  readonly warn: (message: string) => void;
}

/** A server that ran this long was sound: the delays begin anew. */
const settledMs = 10_000;
/** Processes of a killed server let go of its memory in a moment; before, another cannot start. */
const firstDelayMs = 200;
const longestDelayMs = 10_000;

/** How long to wait before the next start, in milliseconds, after that many in a row that failed or ended soon. */
export const relaunchDelay = (failures: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** failures);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Keeps a server running until it is stopped. The delay between starts doubles up to ten seconds and is never given up:
 * a full disk that is cleared needs no restart of the service.
 */
export const keepRunning = (first: ServerProcess, { launch, warn }: KeepRunningOptions): KeptServer => {
  const stopSignal = new AbortController();
  let server: ServerProcess | undefined = first;
  let failures = 0;

  const relaunch = async (began: number): Promise<ServerProcess | undefined> => {
    for (;;) {
      await delay(relaunchDelay(failures), undefined, { signal: stopSignal.signal, ref: false }).catch(
        () => {},
      );
      if (stopSignal.signal.aborted) return undefined;
      failures += 1;
      try {
        const process = await launch();
        if (stopSignal.signal.aborted) {
          await process.stop();
          return undefined;
        }
        warn(`the embedded PostgreSQL is back after ${Math.round(performance.now() - began)} ms`);
        return process;
      } catch (error) {
        if (!stopSignal.signal.aborted)
          warn(`${reasonOf(error)}; the next try is in ${relaunchDelay(failures)} ms`);
      }
    }
  };
  const supervise = async () => {
    while (server) {
      const began = performance.now();
      const how = await server.exit;
      server = undefined;
      if (stopSignal.signal.aborted) return;
      const now = performance.now();
      if (now - began > settledMs) failures = 0;
      warn(`the embedded PostgreSQL ended by itself (${how}) and is started again`);
      server = await relaunch(now);
    }
  };

  const supervising = supervise();
  let stopPromise: Promise<void> | undefined;
  const stop = async () => {
    stopSignal.abort();
    await server?.stop();
    await supervising;
  };
  return {
    stop: () => {
      stopPromise ??= stop();
      return stopPromise;
    },
  };
};
