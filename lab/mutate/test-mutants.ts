import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Instrumented, Mutant } from './instrument.ts';
import type { Target } from './targets.ts';
import type { Job, Measured, Reply, Request, WorkerData } from './worker.ts';

export interface Verdict {
  readonly mutant: Mutant;
  /** What failed, or null when all tests passed in spite of the mutant. */
  readonly killedBy: string | null;
  readonly isCovered: boolean;
  /** Whether the thread had to be ended after {@link mutantTimeout}. */
  readonly isTimeout: boolean;
}

/** In ms. After that, and ten times the time of its tests, a mutant has stopped the thread for good. */
const mutantTimeout = 120_000;
/** In ms, for all tests without a mutant. */
const measuringTimeout = 400_000;
/** Loading the code anew leaves the old code in memory. */
const jobsPerWorker = 400;
/** A mutant may visit ten times the places that the code visits without one, and 100,000 in any case. */
const visitLimitOf = (visits: number): number => Math.max(100_000, 10 * visits);
/** A test that waits for events may take ten times as long as without a mutant, and five seconds in any case. */
const msLimitOf = (ms: number): number => Math.max(5_000, 10 * ms);

/** A crash is an error that no test awaits, such as one of an event's listener; it ends the thread. */
type Outcome = Reply | 'timeout' | 'crash';

/** Threads that ended by themselves: of what an earlier mutant left behind, perhaps between two jobs. */
const ended = new WeakSet<Worker>();

const openWorker = (data: WorkerData): Worker => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
  worker.on('error', () => ended.add(worker));
  return worker;
};

const ask = (worker: Worker, request: Request, timeout: number): Promise<Outcome> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => settle(() => resolve('timeout')), timeout);
    const onMessage = (reply: Reply) => settle(() => resolve(reply));
    const onError = () => settle(() => resolve('crash'));
    const settle = (then: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError);
      then();
    };
    worker.on('message', onMessage).on('error', onError);
    if (ended.has(worker)) onError();
    else worker.postMessage(request);
  });

const hasFailed = (reply: Outcome): reply is Extract<Reply, { kind: 'failed' }> =>
  typeof reply === 'object' && reply.kind === 'failed';

const failUnlessRun = (reply: Outcome): void => {
  if (hasFailed(reply)) throw new Error(reply.reason);
};

const measure = async (data: WorkerData): Promise<Measured> => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
  let fault: unknown;
  worker.once('error', (error) => {
    fault = error;
  });
  try {
    const reply = await ask(worker, { kind: 'measure' }, measuringTimeout);
    failUnlessRun(reply);
    if (typeof reply === 'string' || reply.kind !== 'measured')
      throw new Error(`the tests end in a ${reply}`, { cause: fault });
    return reply;
  } finally {
    await worker.terminate();
  }
};

const isNamedAfter = (testFile: string, file: string): boolean =>
  basename(testFile).startsWith(`${basename(file, '.ts')}.`);

/** Which tests to run for each mutant: those that meet it, first those of its file's own name, then the shortest first. */
const jobsOf = (
  mutants: readonly Mutant[],
  { tests, loaded }: Measured,
  msPerMutant: number,
): ReadonlyMap<string, Job> => {
  const atLoading = new Set(loaded);
  const byTime = tests
    .map((_, index) => index)
    .sort((one, other) => (tests[one]?.ms ?? 0) - (tests[other]?.ms ?? 0));
  const withinTime = (indexes: readonly number[]): readonly number[] => {
    let ms = 0;
    return indexes.filter((index, place) => {
      ms += tests[index]?.ms ?? 0;
      return place === 0 || ms <= msPerMutant;
    });
  };
  const fileOf = new Map(mutants.map(({ id, file }) => [id, file]));
  const filesOf = tests.map(({ hits }) => new Set(Object.keys(hits).map((id) => fileOf.get(id))));
  const nearestFirst = (indexes: readonly number[], file: string): readonly number[] => {
    const isNearest = (index: number): boolean => isNamedAfter(tests[index]?.file ?? '', file);
    return [...indexes.filter(isNearest), ...indexes.filter((index) => !isNearest(index))];
  };
  return new Map(
    mutants.map(({ id, file }) => {
      const isStatic = atLoading.has(id);
      const near = byTime.filter((index) => filesOf[index]?.has(file));
      const far = byTime.filter((index) => !filesOf[index]?.has(file));
      const covering = byTime.filter((index) => tests[index]?.hits[id]);
      return [
        id,
        {
          mutant: id,
          isStatic,
          tests: withinTime(isStatic ? [...nearestFirst(near, file), ...far] : nearestFirst(covering, file)),
        },
      ];
    }),
  );
};

const killerOf = (reply: Outcome): string | null => {
  if (reply === 'timeout') return 'the time limit';
  if (reply === 'crash') return 'an error that no test awaits';
  return reply.kind === 'done' ? reply.killedBy : null;
};

/**
 * Runs the tests against each mutant, in as many threads as there are cores; resolves with the verdicts that there are
 * after `msInAll`, each of which is reported at once, too.
 */
export const testMutants = async (
  { code, mutants }: Instrumented,
  selection: readonly Mutant[],
  { sources, tests, waitsForEvents = false, msPerMutant = Number.POSITIVE_INFINITY }: Target,
  msInAll: number,
  report: (verdict: Verdict) => void,
): Promise<readonly Verdict[]> => {
  const end = performance.now() + msInAll;
  const program: WorkerData = {
    code,
    testFiles: globSync(tests).sort(),
    packageFolder: sources.split('/').slice(0, 2).join('/'),
    waitsForEvents,
  };
  const measurement = await measure(program);
  const limits = {
    loading: visitLimitOf(measurement.loading),
    tests: measurement.tests.map(({ file, place, visits, ms }) => ({
      file,
      place,
      visits: visitLimitOf(visits),
      ms: msLimitOf(ms),
    })),
  };
  const data: WorkerData = { ...program, limits };
  const jobs = jobsOf(mutants, measurement, msPerMutant);
  const msOf = (job: Job): number =>
    job.tests.reduce((sum, index) => sum + (measurement.tests[index]?.ms ?? 0), 0);
  const verdicts: Verdict[] = [];
  const waiting = [...selection];
  const judge = (verdict: Verdict): void => {
    verdicts.push(verdict);
    report(verdict);
  };

  const work = async (): Promise<void> => {
    let worker = openWorker(data);
    const reopen = async () => {
      await worker.terminate();
      worker = openWorker(data);
    };
    const run = (job: Job) => ask(worker, { kind: 'job', ...job }, mutantTimeout + 10 * msOf(job));
    let done = 0;
    for (let mutant = waiting.shift(); mutant && performance.now() < end; mutant = waiting.shift()) {
      const job = jobs.get(mutant.id);
      if (!job || job.tests.length === 0) {
        judge({ mutant, killedBy: null, isCovered: false, isTimeout: false });
        continue;
      }
      let reply = await run(job);
      if (reply === 'crash' || hasFailed(reply)) {
        // Perhaps of what an earlier mutant left behind.
        await reopen();
        reply = await run(job);
      }
      failUnlessRun(reply);
      judge({ mutant, killedBy: killerOf(reply), isCovered: true, isTimeout: reply === 'timeout' });
      done += 1;
      if (typeof reply === 'string' || done % jobsPerWorker === 0) await reopen();
    }
    await worker.terminate();
  };

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return verdicts;
};
