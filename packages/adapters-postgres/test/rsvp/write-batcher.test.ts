import fc from 'fast-check';
import t from 'tap';
import { writeBatcher } from '../../src/rsvp/write-batcher.ts';

interface Item {
  readonly key: string;
  readonly nr: number;
}

const apart = { keyOf: ({ key }: Item) => key, groupOf: ({ key }: Item) => key };

t.test('what comes while others are written goes together', async (t) => {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const queue = writeBatcher<Item, number>({
    ...apart,
    write: async (items) => {
      batches.push(items.map(({ nr }) => nr));
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map(({ nr }) => nr * 10);
    },
  });
  const answers = Array.from({ length: 6 }, (_, nr) => queue.add({ key: String(nr), nr }));
  t.strictSame(batches, [[0], [1]], 'two writes at once, the others wait');
  gates[0]?.();
  t.equal(await answers[0], 0);
  await new Promise(setImmediate);
  t.strictSame(batches[2], [2, 3, 4, 5]);
  gates[1]?.();
  gates[2]?.();
  t.strictSame(await Promise.all(answers), [0, 10, 20, 30, 40, 50]);
});

t.test('whoever has another group does not wait with one that is stuck', async (t) => {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const queue = writeBatcher<Item, number>({
    keyOf: ({ nr }) => String(nr),
    groupOf: ({ key }) => key,
    write: async (items) => {
      batches.push(items.map(({ nr }) => nr));
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map(({ nr }) => nr);
    },
  });
  const answers = ['stuck', 'stuck too', 'stuck', 'stuck too', 'free', 'free'].map((key, nr) =>
    queue.add({ key, nr }),
  );
  t.strictSame(batches, [[0], [1]]);
  gates[0]?.();
  await answers[0];
  await new Promise(setImmediate);
  t.strictSame(batches[2], [2, 4, 5], 'what is of a group that is being written waits on');
  for (const gate of gates.slice(1)) gate();
  await answers[5];
  await new Promise(setImmediate);
  t.strictSame(batches[3], [3]);
  gates[3]?.();
  t.strictSame(await Promise.all(answers), [0, 1, 2, 3, 4, 5]);
});

t.test('one that fails alone does not fail the others', async (t) => {
  const queue = writeBatcher<Item, number>({
    ...apart,
    write: async (items) => {
      await null;
      if (items.some(({ nr }) => nr === 3)) throw new Error('no such thing');
      return items.map(({ nr }) => nr);
    },
  });
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, (_, nr) => queue.add({ key: String(nr), nr })),
  );
  t.strictSame(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
});

t.test('of one key nothing is written out of order, together or at the same time', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), async (keys) => {
      const written: Record<string, number[]> = { a: [], b: [], c: [] };
      const busy = new Set<string>();
      const queue = writeBatcher<Item, number>({
        ...apart,
        write: async (items) => {
          for (const { key } of items) {
            if (busy.has(key)) throw new Error(`${key} is being written`);
            busy.add(key);
          }
          await new Promise(setImmediate);
          for (const { key, nr } of items) {
            written[key]?.push(nr);
            busy.delete(key);
          }
          return items.map(({ nr }) => nr);
        },
      });
      await Promise.all(keys.map((key, nr) => queue.add({ key, nr })));
      for (const key of ['a', 'b', 'c'])
        t.strictSame(
          written[key],
          keys.flatMap((known, nr) => (known === key ? [nr] : [])),
        );
    }),
    { numRuns: 50 },
  );
});
