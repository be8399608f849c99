import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../faults/operator-error.ts';
import { restartDelay, settledMs } from './restart-delay.ts';

/** A worker that ended without being stopped. */
export interface WorkerEnd {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: string | null;
  /** The time until its replacement starts. */
  readonly replacedInMs: number;
}

export interface WorkerPoolOptions {
  readonly count: number;
  /** Variables of the worker in that place, counted from 0, in addition to this process's own. */
  readonly env: (place: number) => Readonly<Record<string, string>>;
  readonly onEnd: (end: WorkerEnd) => void;
}

export interface WorkerPool {
  /**
   * Starts one worker and, once it listens, the others, so that a fault that all would meet is reported once.
   * @throws {OperatorError} when the first ends before it listens
   */
  start(): Promise<void>;
  /** Stops all workers and waits for them. */
  stop(): Promise<void>;
}

/** Keeps that many workers running; replaces one that ends, with exponential back-off while replacements end early. */
export const workerPool = ({ count, env, onEnd }: WorkerPoolOptions): WorkerPool => {
  const stopSignal = new AbortController();
  const alive = new Set<Worker>();
  const places: Promise<void>[] = [];

  const fork = (place: number) => {
    const worker = cluster.fork(env(place));
    alive.add(worker);
    const began = performance.now();
    const end = once(worker, 'exit').then(([code, signal]: (number | string | null)[]) => {
      alive.delete(worker);
      return {
        pid: worker.process.pid,
        code: code as number | null,
        signal: signal as string | null,
        livedMs: performance.now() - began,
      };
    });
    return { worker, end };
  };

  const keep = async (place: number, first = fork(place)): Promise<void> => {
    for (let { end } = first, quickEnds = 0; ; { end } = fork(place)) {
      const { livedMs, ...how } = await end;
      if (stopSignal.signal.aborted) return;
      quickEnds = livedMs < settledMs ? quickEnds + 1 : 0;
      const replacedInMs = restartDelay(quickEnds);
      onEnd({ ...how, replacedInMs });
      await delay(replacedInMs, undefined, { signal: stopSignal.signal }).catch(() => undefined);
      if (stopSignal.signal.aborted) return;
    }
  };

  return {
    start: async () => {
      if (stopSignal.signal.aborted) return;
      const first = fork(0);
      // Its only message says that it listens: the primary is not notified of sockets that are not shared.
      const firstMessage = once(first.worker, 'message').then(() => true);
      const listens = await Promise.race([firstMessage, first.end.then(() => false)]);
      if (stopSignal.signal.aborted) return;
      if (!listens)
        throw new OperatorError('The service stopped: its first worker ended before it listened.');
      places.push(keep(0, first), ...Array.from({ length: count - 1 }, (_, index) => keep(index + 1)));
    },
    stop: async () => {
      stopSignal.abort();
      const exits = [...alive].map((worker) => once(worker, 'exit'));
      // Not `worker.kill`, which disconnects the worker from the port before its requests in flight complete.
      for (const worker of alive) worker.process.kill('SIGTERM');
      await Promise.all([...exits, ...places]);
    },
  };
};
