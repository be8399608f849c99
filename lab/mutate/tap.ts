/**
 * Stands in for node-tap where tests are run against mutants: it collects the tests of a file instead of running
 * them, and its assertions throw, so that the first one that fails ends the test. It compares as node-tap does.
 */
import { format, hasStrict, match, same, strict } from 'tcompare';

type Run = (t: Scope) => unknown;

/** A test of the outermost level. */
export interface Collected {
  readonly name: string;
  run(): Promise<void>;
}

const holds = (isTrue: boolean, message: string): true => {
  if (!isTrue) throw new AssertionFailed(message);
  return true;
};

class AssertionFailed extends Error {}

class Scope {
  readonly #teardowns: (() => unknown)[] = [];

  /** Runs a test of its own, then what the test wanted done at its end. */
  static async run(run: Run): Promise<void> {
    const scope = new Scope();
    try {
      await run(scope);
    } finally {
      for (const teardown of scope.takeTeardowns()) await teardown();
    }
  }

  async test(_name: string, run: Run): Promise<void> {
    await Scope.run(run);
  }

  /** An arrow function: test files hand it on. */
  readonly teardown = (run: () => unknown): void => {
    this.#teardowns.push(run);
  };

  /** The limits of `targets.ts` stand instead. */
  setTimeout(): void {}

  /** What was to be done at the end, the last first; it is asked for once. */
  takeTeardowns(): readonly (() => unknown)[] {
    return this.#teardowns.splice(0).reverse();
  }

  equal(actual: unknown, expected: unknown, message = ''): true {
    return holds(actual === expected, `${message}: ${format(actual)} instead of ${format(expected)}`);
  }

  not(actual: unknown, unwanted: unknown, message = ''): true {
    return holds(actual !== unwanted, message);
  }

  ok(actual: unknown, message = ''): true {
    return holds(Boolean(actual), message);
  }

  notOk(actual: unknown, message = ''): true {
    return holds(!actual, message);
  }

  strictSame(actual: unknown, expected: unknown, message = ''): true {
    const result = strict(actual, expected);
    return holds(result.match, `${message}\n${result.diff}`);
  }

  same(actual: unknown, expected: unknown, message = ''): true {
    const result = same(actual, expected);
    return holds(result.match, `${message}\n${result.diff}`);
  }

  match(actual: unknown, expected: unknown, message = ''): true {
    const result = match(actual, expected);
    return holds(result.match, `${message}\n${result.diff}`);
  }

  notMatch(actual: unknown, unwanted: unknown, message = ''): true {
    return holds(!match(actual, unwanted).match, message);
  }

  type(actual: unknown, expected: string | (new () => unknown), message = ''): true {
    return holds(
      typeof expected === 'string' ? typeof actual === expected : actual instanceof expected,
      message,
    );
  }

  hasStrict(actual: unknown, expected: unknown, message = ''): true {
    const result = hasStrict(actual, expected);
    return holds(result.match, `${message}\n${result.diff}`);
  }

  comment(): void {}

  /** Tests call it as their last statement. */
  end(): void {}

  pass(): true {
    return true;
  }

  fail(message = ''): never {
    throw new AssertionFailed(message);
  }

  throws(run: () => unknown, expected?: unknown, message = ''): true {
    try {
      run();
    } catch (error) {
      return this.#isWanted(error, expected, message);
    }
    return this.fail(`did not throw: ${message}`);
  }

  doesNotThrow(run: () => unknown): true {
    run();
    return true;
  }

  async rejects(
    run: Promise<unknown> | (() => Promise<unknown>),
    expected?: unknown,
    message = '',
  ): Promise<true> {
    let error: unknown;
    try {
      await (typeof run === 'function' ? run() : run);
    } catch (thrown) {
      error = thrown;
    }
    return error === undefined
      ? this.fail(`did not reject: ${message}`)
      : this.#isWanted(error, expected, message);
  }

  #isWanted(error: unknown, expected: unknown, message: string): true {
    if (expected === undefined || typeof expected === 'string') return true;
    return this.match(
      expected instanceof RegExp && error instanceof Error ? error.message : error,
      expected,
      message,
    );
  }
}

let collected: Collected[] = [];

class Top extends Scope {
  override async test(name: string, options: object | Run, run?: Run): Promise<void> {
    const body = run ?? (options as Run);
    collected.push({ name, run: () => Scope.run(body) });
  }
}

const top = new Top();

/** What the files imported since the last call hold. */
export interface Loaded {
  readonly tests: readonly Collected[];
  /** Closes what the files opened. */
  close(): Promise<void>;
}

export const takeLoaded = (): Loaded => {
  const tests = collected;
  collected = [];
  const teardowns = top.takeTeardowns();
  return {
    tests,
    close: async () => {
      for (const teardown of teardowns) await teardown();
    },
  };
};

export default top;
