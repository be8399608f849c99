/** Runs tests against one mutant after another, in one thread: the code is loaded once, with all mutants in it. */
import { registerHooks } from 'node:module';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { activate, countVisits, switches, visitsMade } from './switches.ts';
import { type Collected, type Loaded, takeLoaded } from './tap.ts';

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
  readonly tests: readonly { readonly visits: number; readonly ms: number }[];
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
  readonly tests: readonly {
    readonly name: string;
    readonly ms: number;
    readonly visits: number;
    readonly hits: Readonly<Record<string, number>>;
  }[];
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

const ours = pathToFileURL(`${packageFolder}/`).href;
const codeByUrl = new Map(Object.entries(code).map(([file, text]) => [pathToFileURL(file).href, text]));
const standIn = new URL('./tap.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = context.parentURL?.startsWith(ours);
    if (isOurs && specifier === 'tap') return { url: standIn, shortCircuit: true };
    const resolved = next(specifier, context);
    const round = isOurs && context.parentURL ? new URL(context.parentURL).search : '';
    return round && resolved.url.startsWith(ours) ? { ...resolved, url: resolved.url + round } : resolved;
  },
  load: (url, context, next) => {
    const source = codeByUrl.get(url.split('?')[0] ?? url);
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

let rounds = 0;

/** Loads the tests and all they import once more. */
const load = async (): Promise<Loaded> => {
  rounds += 1;
  for (const file of testFiles) await import(`${pathToFileURL(file).href}?round=${rounds}`);
  return takeLoaded();
};

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
  const watched = run.finally(() => {
    isOver = true;
  });
  await Promise.all([watched, watch()]);
};

const runTest = (test: Collected, limit?: Limits['tests'][number]): Promise<void> => {
  countVisits(limit?.visits);
  if (!waitsForEvents) return withinTurns(test.run());
  return limit ? within(test.run(), limit.ms) : test.run();
};

let tests: readonly Collected[] = [];

const measure = async (): Promise<Measured> => {
  const measured = [];
  const coverage = { static: {}, perTest: {} as Record<string, Record<string, number>> };
  switches.mutantCoverage = coverage;
  ({ tests } = await load());
  const loading = visitsMade();
  for (const [index, test] of tests.entries()) {
    switches.currentTestId = `test ${index}`;
    const startedAt = performance.now();
    await runTest(test);
    measured.push({
      name: test.name,
      ms: performance.now() - startedAt,
      visits: visitsMade(),
      hits: coverage.perTest[`test ${index}`] ?? {},
    });
  }
  switches.currentTestId = undefined;
  return { kind: 'measured', tests: measured, loaded: Object.keys(coverage.static), loading };
};

const closingMs = 10_000;

/** The first test that fails with the mutant switched on. */
const killerOf = async (job: Job): Promise<string | null> => {
  activate(job.mutant);
  countVisits(limits?.loading);
  let loaded: Loaded | null = null;
  try {
    if (job.isStatic) loaded = await load();
    else if (tests.length === 0) ({ tests } = await load());
  } catch {
    takeLoaded();
    return 'loading the code';
  }
  const killer = await firstFailure(job, loaded?.tests ?? tests);
  activate(undefined);
  countVisits();
  if (loaded) await within(loaded.close(), closingMs).catch(() => undefined);
  return killer;
};

const firstFailure = async (job: Job, used: readonly Collected[]): Promise<string | null> => {
  for (const index of job.tests) {
    const test = used[index];
    if (!test) return 'loading the tests';
    try {
      await runTest(test, limits?.tests[index]);
    } catch {
      return test.name;
    }
  }
  return null;
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
