import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { restartDelay, settledMs } from './restart-delay.ts';

/** How a worker ended by itself. */
export interface WorkerEnd {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: string | null;
  /** When its successor begins. */
  readonly replacedInMs: number;
}

export interface WorkerPoolOptions {
  readonly count: number;
  /** What the worker in that place, counted from 0, has in its environment beside this process's own. */
  readonly env: (place: number) => Readonly<Record<string, string>>;
  readonly onEnd: (end: WorkerEnd) => void;
}

export interface WorkerPool {
  /**
   * Starts one worker and, once it listens, the others: what keeps one from listening keeps all, and is told once.
   * @throws {OperatorError} when the first ends before it listens
   */
  start(): Promise<void>;
  /** Tells all workers to end and waits for them. */
  stop(): Promise<void>;
}

/** Keeps that many copies of this program running; who dies is replaced, ever more slowly while successors die soon. */
export const workerPool = ({ count, env, onEnd }: WorkerPoolOptions): WorkerPool => {
  const stopping = new AbortController();
  const alive = new Set<Worker>();
  const places: Promise<void>[] = [];

  const fork = (place: number) => {
    const worker = cluster.fork(env(place));
    alive.add(worker);
    const began = performance.now();
    const ended = once(worker, 'exit').then(([code, signal]: (number | string | null)[]) => {
      alive.delete(worker);
      return {
        pid: worker.process.pid,
        code: code as number | null,
        signal: signal as string | null,
        livedMs: performance.now() - began,
      };
    });
    return { worker, ended };
  };

  const keep = async (place: number, first = fork(place)): Promise<void> => {
    for (let { ended } = first, quickEnds = 0; ; { ended } = fork(place)) {
      const { livedMs, ...end } = await ended;
      if (stopping.signal.aborted) return;
      quickEnds = livedMs < settledMs ? quickEnds + 1 : 0;
      const replacedInMs = restartDelay(quickEnds);
      onEnd({ ...end, replacedInMs });
      await delay(replacedInMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
    }
  };

  return {
    start: async () => {
      if (stopping.signal.aborted) return;
      const first = fork(0);
      // Its only message says that it listens for callers: of sockets of its own the first process is not told.
      const listening = once(first.worker, 'message').then(() => true);
      const listens = await Promise.race([listening, first.ended.then(() => false)]);
      if (stopping.signal.aborted) return;
      if (!listens)
        throw new OperatorError('The service gave up: its first worker ended before it listened.');
      places.push(keep(0, first), ...Array.from({ length: count - 1 }, (_, index) => keep(index + 1)));
    },
    stop: async () => {
      stopping.abort();
      const ending = [...alive].map((worker) => once(worker, 'exit'));
      // Not `worker.kill`, which cuts it off from the port before it has answered what is under way.
      for (const worker of alive) worker.process.kill('SIGTERM');
      await Promise.all([...ending, ...places]);
    },
  };
};
