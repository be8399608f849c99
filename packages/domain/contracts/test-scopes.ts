import type { TestScope } from './harness.ts';

type Expectation = Parameters<TestScope['rejects']>[1];

/** The message of the error that a promise rejects with; null if it is fulfilled. */
const messageOf = async (promise: Promise<unknown>): Promise<string | null> => {
  try {
    await promise;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** What a scope needs of `node:assert/strict`. */
interface NodeAssert {
  strictEqual(actual: unknown, expected: unknown, message?: string): void;
  deepStrictEqual(actual: unknown, expected: unknown, message?: string): void;
  notStrictEqual(actual: unknown, unwanted: unknown, message?: string): void;
  ok(actual: unknown, message?: string): void;
}

/** What a scope needs of `node:test`: its `test` function, or the context of a test. */
interface NodeTest {
  test(name: string, run: (t: NodeTest) => Promise<void>): Promise<void>;
}

/** Runs contracts under `node:test`: `contracts.blocks(nodeTestScope(test, assert), open)`. */
export const nodeTestScope = (t: NodeTest, assert: NodeAssert): TestScope => ({
  test: (name, run) => t.test(name, (inner) => run(nodeTestScope(inner, assert))),
  equal: (actual, expected, ...message) => assert.strictEqual(actual, expected, ...message),
  strictSame: (actual, expected, ...message) => assert.deepStrictEqual(actual, expected, ...message),
  not: (actual, unwanted, ...message) => assert.notStrictEqual(actual, unwanted, ...message),
  ok: (actual, ...message) => assert.ok(actual, ...message),
  rejects: async (promise: Promise<unknown>, { message }: Expectation) =>
    assert.strictEqual(await messageOf(promise), message),
});

/** What a scope needs of vitest. */
interface Vitest {
  test(name: string, run: () => Promise<void>): unknown;
  expect(
    actual: unknown,
    message?: string,
  ): {
    toBe(expected: unknown): void;
    toStrictEqual(expected: unknown): void;
    toBeTruthy(): void;
    readonly not: { toBe(unwanted: unknown): void };
  };
}

/** Runs contracts under vitest: `describe('blocks', () => contracts.blocks(vitestScope({ test, expect }), open))`. */
export const vitestScope = ({ test, expect }: Vitest): TestScope => {
  const scope: TestScope = {
    test: (name, run) => void test(name, () => run(scope)),
    equal: (actual, expected, ...message) => expect(actual, ...message).toBe(expected),
    strictSame: (actual, expected, ...message) => expect(actual, ...message).toStrictEqual(expected),
    not: (actual, unwanted, ...message) => expect(actual, ...message).not.toBe(unwanted),
    ok: (actual, ...message) => expect(actual, ...message).toBeTruthy(),
    rejects: async (promise: Promise<unknown>, { message }: Expectation) =>
      expect(await messageOf(promise)).toBe(message),
  };
  return scope;
};
