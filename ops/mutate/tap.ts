/**
 * Stands in for node-tap where tests are run against mutants: it collects the tests of a file instead of running
 * them, and its assertions throw, so that the first one that fails ends the test. It compares as node-tap does.
 */
import { format, hasStrict, match, strict } from 'tcompare';

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
  async test(_name: string, run: Run): Promise<void> {
    await run(new Scope());
  }

  equal(found: unknown, wanted: unknown, message = ''): true {
    return holds(found === wanted, `${message}: ${format(found)} instead of ${format(wanted)}`);
  }

  not(found: unknown, unwanted: unknown, message = ''): true {
    return holds(found !== unwanted, message);
  }

  ok(found: unknown, message = ''): true {
    return holds(Boolean(found), message);
  }

  notOk(found: unknown, message = ''): true {
    return holds(!found, message);
  }

  strictSame(found: unknown, wanted: unknown, message = ''): true {
    const result = strict(found, wanted);
    return holds(result.match, `${message}\n${result.diff}`);
  }

  match(found: unknown, wanted: unknown, message = ''): true {
    const result = match(found, wanted);
    return holds(result.match, `${message}\n${result.diff}`);
  }

  hasStrict(found: unknown, wanted: unknown, message = ''): true {
    const result = hasStrict(found, wanted);
    return holds(result.match, `${message}\n${result.diff}`);
  }

  pass(): true {
    return true;
  }

  fail(message = ''): never {
    throw new AssertionFailed(message);
  }

  throws(run: () => unknown, wanted?: unknown, message = ''): true {
    try {
      run();
    } catch (error) {
      return this.#isWanted(error, wanted, message);
    }
    return this.fail(`did not throw: ${message}`);
  }

  async rejects(promise: Promise<unknown>, wanted?: unknown, message = ''): Promise<true> {
    let error: unknown;
    try {
      await promise;
    } catch (thrown) {
      error = thrown;
    }
    return error === undefined
      ? this.fail(`did not reject: ${message}`)
      : this.#isWanted(error, wanted, message);
  }

  #isWanted(error: unknown, wanted: unknown, message: string): true {
    if (wanted === undefined || typeof wanted === 'string') return true;
    return this.match(
      wanted instanceof RegExp && error instanceof Error ? error.message : error,
      wanted,
      message,
    );
  }
}

let collected: Collected[] = [];

/** The tests of the files imported since the last call. */
export const takeCollected = (): readonly Collected[] => {
  const tests = collected;
  collected = [];
  return tests;
};

class Top extends Scope {
  override async test(name: string, run: Run): Promise<void> {
    collected.push({ name, run: async () => void (await run(new Scope())) });
  }
}

export default new Top();
