/** Runs tests against one mutant after another, in one thread: the code is loaded once, with all mutants in it. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { Program, prepareLoading } from './program.ts';
import { activate, countVisits, switches, visitsMade } from './switches.ts';
import type { Collected } from './tap.ts';

/** What a worker is started with. */
export interface WorkerData {
  readonly code: Readonly<Record<string, string>>;
  readonly testFiles: readonly string[];
  /** The folder of the package that is mutated and tested, from the root of the repository. */
  readonly packageFolder: string;
  /** Whether tests wait for timers and sockets; otherwise they wait for promises alone. */
  readonly waitsForEvents: boolean;
  /** Absent: none. */
  readonly limits?: Limits | undefined;
}

/** What may happen with a mutant before it counts as an endless loop, or as waiting for what never comes. */
export interface Limits {
  /** Visits to the places of mutants while the code is loaded. */
  readonly loading: number;
  /** By test: visits, and milliseconds where tests wait for events. */
  readonly tests: readonly (Place & { readonly visits: number; readonly ms: number })[];
}

/** Where a test stands: the how manieth of which file. */
export interface Place {
  readonly file: string;
  readonly place: number;
}

/** Runs `tests`, by number and in that order, until one fails. */
export interface Job {
  readonly mutant: string;
  readonly tests: readonly number[];
  /** Whether the mutant is also met while the code is loaded, so that the code must be loaded anew. */
  readonly isStatic: boolean;
}

export type Request = { readonly kind: 'measure' } | ({ readonly kind: 'job' } & Job);

/** How long each test takes, its visits to the places of mutants, in all and by mutant. */
export interface Measured {
  readonly kind: 'measured';
  readonly tests: readonly (Place & {
    readonly name: string;
    readonly ms: number;
    readonly visits: number;
    readonly hits: Readonly<Record<string, number>>;
  })[];
  readonly loaded: readonly string[];
  /** The visits while the code is loaded. */
  readonly loading: number;
}

export interface JobDone {
  readonly kind: 'done';
  readonly mutant: string;
  readonly killedBy: string | null;
}

export type Reply = Measured | JobDone | { readonly kind: 'failed'; readonly reason: string };

/** Turns of the event loop after which a test never ends: tests wait for nothing outside of their thread. */
const mostTurns = 100;

const { code, testFiles, packageFolder, waitsForEvents, limits } = workerData as WorkerData;

fc.configureGlobal({ seed: 1 });
// What a killed test still has under way may fail later.
process.on('unhandledRejection', () => undefined);
prepareLoading(code, packageFolder);

const within = async (run: Promise<void>, ms: number): Promise<void> => {
  const over = new AbortController();
  const late = setTimeout(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error('takes too long');
  });
  await Promise.race([run, late]).finally(() => over.abort());
};

const withinTurns = async (run: Promise<void>): Promise<void> => {
  let isOver = false;
  const watch = async () => {
    for (let turn = 0; turn < mostTurns && !isOver; turn += 1) await setImmediate();
    if (!isOver) throw new Error('waits for what never comes');
  };
  const watchPromise = run.finally(() => {
    isOver = true;
  });
  await Promise.all([watchPromise, watch()]);
};

const runTest = (test: Collected, limit?: Limits['tests'][number]): Promise<void> => {
  countVisits(limit?.visits);
  if (!waitsForEvents) return withinTurns(test.run());
  return limit ? within(test.run(), limit.ms) : test.run();
};

const measure = async (): Promise<Measured> => {
  const measured = [];
  const coverage = { static: {}, perTest: {} as Record<string, Record<string, number>> };
  switches.mutantCoverage = coverage;
  const whole = new Program(limits?.loading);
  let loading = 0;
  const placed = [];
  for (const file of testFiles) {
    const tests = await whole.testsOf(file);
    loading += visitsMade();
    placed.push(...tests.map((test, place) => ({ test, file, place })));
  }
  for (const [index, { test, file, place }] of placed.entries()) {
    switches.currentTestId = `test ${index}`;
    const startedAt = performance.now();
    await runTest(test);
    measured.push({
      name: test.name,
      file,
      place,
      ms: performance.now() - startedAt,
      visits: visitsMade(),
      hits: coverage.perTest[`test ${index}`] ?? {},
    });
  }
  switches.currentTestId = undefined;
  return { kind: 'measured', tests: measured, loaded: Object.keys(coverage.static), loading };
};

const closingMs = 10_000;
const lasting = new Program(limits?.loading);

/** The first test that fails with the mutant switched on. */
const killerOf = async ({ mutant, isStatic, tests }: Job): Promise<string | null> => {
  const program = isStatic ? new Program(limits?.loading) : lasting;
  activate(isStatic ? mutant : undefined);
  let killer: string | null = null;
  for (const index of tests) {
    killer = await failureOf(program, mutant, index);
    if (killer !== null) break;
  }
  activate(undefined);
  countVisits();
  if (isStatic) await within(program.close(), closingMs).catch(() => undefined);
  return killer;
};

const failureOf = async (program: Program, mutant: string, index: number): Promise<string | null> => {
  const limit = limits?.tests[index];
  if (!limit) throw new Error(`there is no test ${index}`);
  let test: Collected | undefined;
  try {
    test = (await program.testsOf(limit.file))[limit.place];
  } catch (error) {
    if (program === lasting) throw error;
  }
  if (!test) return 'loading the code';
  activate(mutant);
  try {
    await runTest(test, limit);
    return null;
  } catch {
    return test.name;
  } finally {
    if (program === lasting) activate(undefined);
  }
};

parentPort?.on('message', async (request: Request) => {
  let reply: Reply;
  try {
    reply =
      request.kind === 'measure'
        ? await measure()
        : { kind: 'done', mutant: request.mutant, killedBy: await killerOf(request) };
  } catch (error) {
    reply = {
      kind: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
  activate(undefined);
  parentPort?.postMessage(reply);
});
