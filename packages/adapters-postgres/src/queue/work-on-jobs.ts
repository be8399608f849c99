import { setTimeout as delay } from 'node:timers/promises';
import type { ChangesJob, Clock, Job } from '@event-platform/domain';
import { errorInWords } from '../connection/connection-fault.ts';
import type { Database } from '../database.ts';
import { queueNames, queueSettings, tryLimit } from './queues.ts';
import {
  type Capacity,
  deleteEntries,
  type Failure,
  jobOf,
  putOffEntries,
  releaseEntries,
  renewEntries,
  type TakenEntry,
  takeEntries,
} from './take-jobs.ts';

/** Performs a job; after a rejection it is tried again later, for about a day. */
export type JobHandler = (job: Job | ChangesJob) => Promise<unknown>;

export interface Worker {
  /** Takes no more jobs, waits at most so long for those in progress, and gives the others back. */
  stop(waitMs: number): Promise<void>;
}

interface Outcome {
  readonly entry: TakenEntry;
  readonly failure: Failure;
}

/** When nothing is due, the outbox is asked again after this time. */
const pollMs = 500;
/** Jobs that end within this time are settled together. */
const pauseMs = 20;
/** A quarter of a lease. */
const renewMs = 5_000;

/** The same job may be taken again while an earlier try is still in progress here. */
const keyOf = ({ id, tries }: TakenEntry): string => `${id} ${tries}`;

/**
 * Takes jobs of all queues with one poll and performs each in a slot of its own, so that a slow one delays no other. Any number
 * of processes share the work.
 */
export const workOnJobs = (
  db: Database,
  clock: Clock,
  handler: JobHandler,
  log: (message: string) => void,
): Worker => {
  const entriesInProgress = new Map<string, TakenEntry>();
  let outcomes: Outcome[] = [];
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

  /** One that fails among several is tried alone, so that it fails no other. */
  const perform = async (entries: readonly [TakenEntry, ...TakenEntry[]]): Promise<readonly Outcome[]> => {
    const [first] = entries;
    const late = new AbortController();
    const expiry = delay(queueSettings[first.queue].expireInSeconds * 1_000, 'expired', {
      signal: late.signal,
      ref: false,
    });
    // The process may have died in each try.
    const work = first.tries > tryLimit ? 'died' : failureOf(handler(jobOf(entries)));
    const failure = await Promise.race([work, expiry.catch(() => null)]);
    late.abort();
    if (failure === null || entries.length === 1) return entries.map((entry) => ({ entry, failure }));
    const parts: Outcome[] = [];
    for (const entry of entries) parts.push(...(await perform([entry])));
    return parts;
  };

  const start = async (entries: readonly [TakenEntry, ...TakenEntry[]]): Promise<void> => {
    for (const entry of entries) entriesInProgress.set(keyOf(entry), entry);
    const parts = await perform(entries);
    for (const { entry, failure } of parts)
      if (failure !== null) log(`the outbox: ${entry.queue} failed with ${failure}, and is tried again`);
    // Only now: meanwhile others were settled.
    outcomes.push(...parts);
    wake();
  };

  const settle = async (): Promise<void> => {
    const ended = outcomes;
    outcomes = [];
    try {
      const [done, failed] = [[] as TakenEntry[], [] as Outcome[]];
      for (const outcome of ended)
        if (outcome.failure === null) done.push(outcome.entry);
        else failed.push(outcome);
      if (done.length > 0) await deleteEntries(db, done);
      if (failed.length > 0) await putOffEntries(db, failed, clock.now());
    } catch (error) {
      // Settled with the next ones.
      outcomes.push(...ended);
      throw error;
    }
    for (const { entry } of ended) entriesInProgress.delete(keyOf(entry));
  };

  const capacities = (): readonly Capacity[] => {
    const byQueue = Map.groupBy(entriesInProgress.values(), ({ queue }) => queue);
    return queueNames.flatMap((queue) => {
      const { slots, eachShare = slots, eachTake } = queueSettings[queue];
      const entries = byQueue.get(queue) ?? [];
      const shares = Map.groupBy(entries, ({ share }) => share);
      const fullShares = [...shares].flatMap(([share, { length }]) =>
        share !== null && length >= eachShare ? [share] : [],
      );
      const free = Math.min(slots - entries.length, eachTake ?? slots);
      return free > 0 ? [{ queue, slots: free, full_shares: fullShares }] : [];
    });
  };

  /** Whether something was taken: there may be more. */
  const take = async (): Promise<boolean> => {
    const entries = await takeEntries(db, capacities(), clock.now());
    const changes = entries.filter(({ queue }) => queue === 'changes');
    const others = entries.filter(({ queue }) => queue !== 'changes');
    for (const group of [changes, ...others.map((entry) => [entry])]) {
      const [first, ...rest] = group;
      if (first) void start([first, ...rest]);
    }
    return entries.length > 0;
  };

  const run = async (): Promise<void> => {
    while (!isOver) {
      try {
        if (outcomes.length > 0) await settle();
        const hasMore = await take();
        await pause(outcomes.length > 0 || hasMore ? pauseMs : pollMs);
      } catch (error) {
        log(`the outbox: ${errorInWords(error)}`);
        await pause(pollMs);
      }
    }
  };

  const renewing = setInterval(() => {
    if (entriesInProgress.size > 0)
      renewEntries(db, [...entriesInProgress.values()]).catch((error: unknown) =>
        log(`the outbox: ${errorInWords(error)}`),
      );
  }, renewMs).unref();
  const currentRun = run();

  return {
    stop: async (waitMs) => {
      isOver = true;
      wake();
      await currentRun;
      const until = Date.now() + waitMs;
      while (entriesInProgress.size > outcomes.length && Date.now() < until) await pause(until - Date.now());
      clearInterval(renewing);
      if (outcomes.length > 0) await settle();
      if (entriesInProgress.size > 0) await releaseEntries(db, [...entriesInProgress.values()]);
    },
  };
};

/** Only the error's name is kept: its message may hold an address. */
const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
};
