import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { batchGate } from '../../src/connection/batch-gate.ts';

/** Batches by name: which have begun, and the means to end them. */
const batchesOf = (gate: ReturnType<typeof batchGate>) => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const schedule = (name: string) =>
    gate.schedule(() => {
      begun.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      ends.set(name, (error) => (error ? reject(error) : resolve()));
      gate.run(() => promise).catch(() => undefined);
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await nextTurn();
    await nextTurn();
  };
  return { begun, schedule, end };
};

t.test('a batch begins once fewer than the limit run, also when one has failed', async (t) => {
  const { begun, schedule, end } = batchesOf(batchGate({ maxConcurrent: 1 }));
  schedule('first');
  t.strictSame(begun, [], 'never within the turn of the event loop');
  await nextTurn();
  t.strictSame(begun, ['first']);
  schedule('second');
  await nextTurn();
  t.strictSame(begun, ['first']);
  await end('first', new Error('no connection'));
  t.strictSame(begun, ['first', 'second']);
  await end('second');
  schedule('third');
  await nextTurn();
  t.strictSame(begun, ['first', 'second', 'third']);
});

t.test('a batch that has waited long begins, once', async (t) => {
  const { begun, schedule, end } = batchesOf(batchGate({ maxConcurrent: 1, maxWaitMs: 1 }));
  schedule('slow');
  await nextTurn();
  schedule('next');
  while (begun.length < 2) await nextTurn();
  await end('slow');
  await end('next');
  t.strictSame(begun, ['slow', 'next']);
});
