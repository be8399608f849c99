import type { TestScope } from './harness.ts';

type Wanted = Parameters<TestScope['rejects']>[1];

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
  strictEqual(found: unknown, wanted: unknown, message?: string): void;
  deepStrictEqual(found: unknown, wanted: unknown, message?: string): void;
  notStrictEqual(found: unknown, unwanted: unknown, message?: string): void;
  ok(found: unknown, message?: string): void;
}

/** What a scope needs of `node:test`: its `test` function, or the context of a test. */
interface NodeTest {
  test(name: string, run: (t: NodeTest) => Promise<void>): Promise<void>;
}

/** Runs contracts under `node:test`: `contracts.blocks(nodeTestScope(test, assert), open)`. */
export const nodeTestScope = (t: NodeTest, assert: NodeAssert): TestScope => ({
  test: (name, run) => t.test(name, (inner) => run(nodeTestScope(inner, assert))),
  equal: (found, wanted, ...message) => assert.strictEqual(found, wanted, ...message),
  strictSame: (found, wanted, ...message) => assert.deepStrictEqual(found, wanted, ...message),
  not: (found, unwanted, ...message) => assert.notStrictEqual(found, unwanted, ...message),
  ok: (found, ...message) => assert.ok(found, ...message),
  rejects: async (promise: Promise<unknown>, { message }: Wanted) =>
    assert.strictEqual(await messageOf(promise), message),
});

/** What a scope needs of vitest. */
interface Vitest {
  test(name: string, run: () => Promise<void>): unknown;
  expect(
    found: unknown,
    message?: string,
  ): {
    toBe(wanted: unknown): void;
    toStrictEqual(wanted: unknown): void;
    toBeTruthy(): void;
    readonly not: { toBe(unwanted: unknown): void };
  };
}

/** Runs contracts under vitest: `describe('blocks', () => contracts.blocks(vitestScope({ test, expect }), open))`. */
export const vitestScope = ({ test, expect }: Vitest): TestScope => {
  const scope: TestScope = {
    test: (name, run) => void test(name, () => run(scope)),
    equal: (found, wanted, ...message) => expect(found, ...message).toBe(wanted),
    strictSame: (found, wanted, ...message) => expect(found, ...message).toStrictEqual(wanted),
    not: (found, unwanted, ...message) => expect(found, ...message).not.toBe(unwanted),
    ok: (found, ...message) => expect(found, ...message).toBeTruthy(),
    rejects: async (promise: Promise<unknown>, { message }: Wanted) =>
      expect(await messageOf(promise)).toBe(message),
  };
  return scope;
};
