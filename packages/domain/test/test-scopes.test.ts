import assert from 'node:assert/strict';
import t from 'tap';
import { contracts, nodeTestScope, type TestScope, vitestScope } from '../contracts/index.ts';
import { createMemoryWorld } from '../memory/index.ts';

interface Runner {
  test(name: string, run: (t: Runner) => Promise<void>): Promise<void>;
}

/** A runner like `node:test`, whose tests run at once. */
const runner: Runner = { test: (_name, run) => run(runner) };

/** Like `expect` of vitest. */
const expect = (actual: unknown) => ({
  toBe: (expected: unknown) => assert.strictEqual(actual, expected),
  toStrictEqual: (expected: unknown) => assert.deepStrictEqual(actual, expected),
  toBeTruthy: () => assert.ok(actual),
  not: { toBe: (unwanted: unknown) => assert.notStrictEqual(actual, unwanted) },
});

/** Runs a contract to its end in the scope that `make` returns. */
const scopes: Readonly<Record<string, () => { scope: TestScope; done: () => Promise<unknown> }>> = {
  'node:test': () => ({ scope: nodeTestScope(runner, assert), done: async () => undefined }),
  vitest: () => {
    const collected: (() => Promise<void>)[] = [];
    const test = (_name: string, run: () => Promise<void>) => collected.push(run);
    const done = async () => {
      for (const run of collected) await run();
    };
    return { scope: vitestScope({ test, expect }), done };
  },
};

/** Adapters for the contract of blocks alone. */
const open = async () => {
  const { stores, unitOfWork } = createMemoryWorld().dependencies;
  return { stores: { blocks: stores.blocks, users: stores.users }, unitOfWork, close: async () => undefined };
};

for (const [name, make] of Object.entries(scopes))
  t.test(`contracts run under ${name}`, async (t) => {
    const sound = make();
    await contracts.blocks(sound.scope, open);
    await sound.done();

    const forgetful = async () => {
      const { stores, ...rest } = await open();
      const blocks = { ...stores.blocks, add: async () => 'blocked' as const };
      return { ...rest, stores: { ...stores, blocks } };
    };
    const faulty = make();
    await t.rejects(contracts.blocks(faulty.scope, forgetful).then(faulty.done), { name: 'AssertionError' });

    const { scope } = make();
    // These hold, so that they throw nothing.
    await scope.rejects(Promise.reject(new Error('full')), { message: 'full' });
    scope.not(1, 2);
    scope.ok(1);
    await t.rejects(async () => scope.rejects(Promise.reject(new Error('full')), { message: 'empty' }));
    await t.rejects(async () => scope.rejects(Promise.resolve(), { message: 'full' }));
    await t.rejects(async () => scope.rejects(Promise.reject('text'), { message: 'full' }));
    await t.rejects(async () => scope.not(1, 1));
    await t.rejects(async () => scope.ok(0));
  });
