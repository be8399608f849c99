import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss, Job as QueuedJob } from 'pg-boss';

/** Null for a job that is done; otherwise a name of what went wrong. */
export type Failure = string | null;

export interface PumpSettings {
  /** Jobs of this process at the same time. */
  readonly slots: number;
  /** Of one share no more are taken while so many are in progress; all slots when absent. */
  readonly eachShare?: number;
}

export interface JobPump {
  /** Takes no more jobs, waits at most so long for those in progress, and returns the others to the queue. */
  stop(waitMs: number): Promise<void>;
}

type Queue = Pick<PgBoss, 'fetch' | 'complete' | 'fail' | 'touch'>;
type TakenJob = QueuedJob<object>;

/** Jobs of one fetch at most. */
const batchSize = 20;
/** When nothing is due, the queue is asked again after this time. */
const pollMs = 500;
/** Jobs that end within this time are settled together. */
const pauseMs = 20;
/** A third of the time after which a worker counts as dead. */
const touchMs = 3_000;

/** The same job may be taken again while an earlier try is still in progress here. */
const keyOf = ({ id, retryCount }: TakenJob): string => `${id} ${retryCount}`;

/**
 * Takes jobs of a queue and performs each in a slot of its own, so that a slow one delays no other. The library's workers
 * wait for all jobs of a batch, and with batches of one pause after each.
 */
export const pumpJobs = (
  boss: Queue,
  queue: string,
  { slots, eachShare = slots }: PumpSettings,
  perform: (job: TakenJob) => Promise<Failure>,
  warn: (error: unknown) => void,
): JobPump => {
  const jobsInProgress = new Map<string, TakenJob>();
  let endedJobs: { readonly job: TakenJob; readonly failure: Failure }[] = [];
  let isOver = false;
  let wake = (): void => undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        setTimeout(resolve, pauseMs);
      };
    });

  const start = async (job: TakenJob): Promise<void> => {
    jobsInProgress.set(keyOf(job), job);
    const late = new AbortController();
    const expiry = delay(job.expireInSeconds * 1_000, 'expired', { signal: late.signal, ref: false });
    const failure = await Promise.race([perform(job), expiry.catch(() => null)]);
    late.abort();
    endedJobs.push({ job, failure });
    wake();
  };

  const settle = async (): Promise<void> => {
    const batch = endedJobs;
    endedJobs = [];
    const failures = Map.groupBy(batch, ({ failure }) => failure);
    try {
      for (const [error, entries] of failures) {
        const jobs = entries.map(({ job }) => job);
        await (error === null ? boss.complete(queue, jobs) : boss.fail(queue, jobs, { error }));
        for (const job of jobs) jobsInProgress.delete(keyOf(job));
      }
    } catch (error) {
      // Settled with the next ones; a job that the queue gave to another by then is left alone.
      endedJobs.push(...batch.filter(({ job }) => jobsInProgress.has(keyOf(job))));
      throw error;
    }
  };

  const fullShares = (): string[] => {
    const counts = new Map<string, number>();
    for (const { groupId } of jobsInProgress.values())
      if (groupId) counts.set(groupId, (counts.get(groupId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= eachShare).map(([share]) => share);
  };

  /** Whether there may be more. */
  const take = async (): Promise<boolean> => {
    const limit = Math.min(slots - jobsInProgress.size, batchSize);
    if (limit <= 0) return false;
    const jobs = await boss.fetch<object>(queue, { batchSize: limit, ignoreGroups: fullShares() });
    for (const job of jobs) void start(job);
    return jobs.length === limit;
  };

  const run = async (): Promise<void> => {
    while (!isOver) {
      try {
        if (endedJobs.length > 0) await settle();
        const hasMore = await take();
        if (!hasMore) await pause(endedJobs.length > 0 ? pauseMs : pollMs);
      } catch (error) {
        warn(error);
        await pause(pollMs);
      }
    }
  };

  const touching = setInterval(() => {
    if (jobsInProgress.size > 0) boss.touch(queue, [...jobsInProgress.values()]).catch(warn);
  }, touchMs).unref();
  const currentRun = run();

  return {
    stop: async (waitMs) => {
      isOver = true;
      wake();
      await currentRun;
      const until = Date.now() + waitMs;
      while (jobsInProgress.size > endedJobs.length && Date.now() < until) await pause(until - Date.now());
      clearInterval(touching);
      await settle();
      if (jobsInProgress.size > 0) await boss.fail(queue, [...jobsInProgress.values()], { error: 'stopped' });
    },
  };
};
