/** Runs tests against one mutant after another, in one thread: the code is loaded once, with all mutants in it. */
import { registerHooks } from 'node:module';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { type Collected, takeCollected } from './tap.ts';

/** What a worker is started with. */
export interface WorkerData {
  readonly code: Readonly<Record<string, string>>;
  readonly testFiles: readonly string[];
  /** The folder of the package that is mutated and tested, from the root of the repository. */
  readonly packageFolder: string;
  readonly testTimeout?: number | undefined;
  /** Absent: no limits. */
  readonly visitLimits?: Visits | undefined;
}

/** How often the places of mutants are visited, or may be before that counts as an endless loop. */
export interface Visits {
  readonly whileLoading: number;
  readonly byTest: readonly number[];
}

/** Runs `tests`, by number and in that order, until one fails. */
export interface Job {
  readonly mutant: string;
  readonly tests: readonly number[];
  /** Whether the mutant is also met while the code is loaded, so that the code must be loaded anew. */
  readonly isStatic: boolean;
}

export type Request = { readonly kind: 'measure' } | ({ readonly kind: 'job' } & Job);

/** How long each test takes, how often it meets each mutant, and the visits to all of them. */
export interface Measured {
  readonly kind: 'measured';
  readonly tests: readonly {
    readonly name: string;
    readonly ms: number;
    readonly hits: Readonly<Record<string, number>>;
  }[];
  readonly loaded: readonly string[];
  readonly visits: Visits;
}

export interface JobDone {
  readonly kind: 'done';
  readonly mutant: string;
  readonly killedBy: string | null;
}

export type Reply = Measured | JobDone | { readonly kind: 'failed'; readonly reason: string };

/** What the mutated code reads, by Stryker's names. */
interface Switches {
  readonly activeMutant: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** Tests wait for nothing outside of their thread: one that is not over after so many turns of the event loop never is. */
const mostTurns = 100;

const { code, testFiles, packageFolder, testTimeout, visitLimits } = workerData as WorkerData;

let activeMutant: string | undefined;
let visits = 0;
let visitLimit = Number.POSITIVE_INFINITY;

/**
 * The code reads `activeMutant` at the place of every mutant, so that counting the reads ends an endless loop that
 * never comes by the active mutant itself: a mutated table makes the loop that reads it spin.
 */
const switches: Switches = {
  get activeMutant() {
    visits += 1;
    if (visits > visitLimit) throw new Error('runs in an endless loop');
    return activeMutant;
  },
};
Object.assign(globalThis, { __stryker__: switches });
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
const load = async (): Promise<readonly Collected[]> => {
  rounds += 1;
  for (const file of testFiles) await import(`${pathToFileURL(file).href}?round=${rounds}`);
  return takeCollected();
};

const runTest = async (test: Collected, limit: number): Promise<void> => {
  visits = 0;
  visitLimit = limit;
  let isOver = false;
  const run = test.run().finally(() => {
    isOver = true;
  });
  if (testTimeout !== undefined) {
    const over = new AbortController();
    const late = setTimeout(testTimeout, undefined, { signal: over.signal }).then(() => {
      throw new Error('takes too long');
    });
    await Promise.race([run, late]).finally(() => over.abort());
    return;
  }
  const watch = async () => {
    for (let turn = 0; turn < mostTurns && !isOver; turn += 1) await setImmediate();
    if (!isOver) throw new Error('waits for what never comes');
  };
  await Promise.all([run, watch()]);
};

let tests: readonly Collected[] = [];

const measure = async (): Promise<Measured> => {
  const measured = [];
  switches.mutantCoverage = { static: {}, perTest: {} };
  const byTest: number[] = [];
  tests = await load();
  const whileLoading = visits;
  for (const [index, test] of tests.entries()) {
    switches.currentTestId = `test ${index}`;
    const startedAt = performance.now();
    await runTest(test, Number.POSITIVE_INFINITY);
    measured.push({
      name: test.name,
      ms: performance.now() - startedAt,
      hits: switches.mutantCoverage.perTest[`test ${index}`] ?? {},
    });
    byTest.push(visits);
  }
  switches.currentTestId = undefined;
  return {
    kind: 'measured',
    tests: measured,
    loaded: Object.keys(switches.mutantCoverage.static),
    visits: { whileLoading, byTest },
  };
};

/** The first test that fails with the mutant switched on. */
const killerOf = async (job: Job): Promise<string | null> => {
  activeMutant = job.mutant;
  visits = 0;
  visitLimit = visitLimits?.whileLoading ?? Number.POSITIVE_INFINITY;
  let used: readonly Collected[];
  try {
    if (!job.isStatic && tests.length === 0) tests = await load();
    used = job.isStatic ? await load() : tests;
  } catch {
    takeCollected();
    return 'loading the code';
  }
  for (const index of job.tests) {
    const test = used[index];
    if (!test) return 'loading the tests';
    try {
      await runTest(test, visitLimits?.byTest[index] ?? Number.POSITIVE_INFINITY);
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
  activeMutant = undefined;
  parentPort?.postMessage(reply);
});
