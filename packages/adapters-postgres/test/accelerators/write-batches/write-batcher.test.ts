import type { DomainError } from '@event-platform/domain';
import fc from 'fast-check';
import t from 'tap';
import {
  type WriteBatcherOptions,
  writeBatcher,
} from '../../../src/accelerators/write-batches/write-batcher.ts';

interface Item {
  readonly group: string;
  readonly key: string;
  readonly nr: number;
}

class Contention extends Error {}
class ServerLost extends Error {}

const bounds = { maxBatchSize: 100, maxConcurrentWrites: 2, maxPending: 1_000 };
const settings: Omit<WriteBatcherOptions<Item, number>, 'write' | 'writeContended'> = {
  ...bounds,
  keyOf: ({ group, key }) => `${group} ${key}`,
  groupOf: ({ group }) => group,
  isContention: (error) => error instanceof Contention,
  failsAll: (error) => error instanceof ServerLost,
};

/** An item of a group and a key of its own. */
const single = (nr: number): Item => ({ group: String(nr), key: '', nr });
const nextTick = () => new Promise(setImmediate);

/** A batcher whose writes are recorded and end by hand, in the order in which they began. */
const openRecorded = (options: Partial<typeof bounds> = {}) => {
  const shared: number[][] = [];
  const isolated: number[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const writeTo = (batches: number[][]) => (items: readonly Item[]) => {
    batches.push(items.map(({ nr }) => nr));
    return new Promise<number[]>((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve(items.map(({ nr }) => nr * 10)))),
    );
  };
  const batcher = writeBatcher<Item, number>({
    ...settings,
    ...options,
    write: writeTo(shared),
    writeContended: writeTo(isolated),
  });
  const endNext = async (error?: Error) => {
    ends.shift()?.(error);
    await nextTick();
  };
  return { batcher, shared, isolated, endNext };
};

t.test('items added while others are written share the next write', async (t) => {
  const { batcher, shared, endNext } = openRecorded();
  const results = Array.from({ length: 6 }, (_, nr) => batcher.add(single(nr)));
  t.strictSame(shared, [[0], [1]], 'two writes at the same time, the other items wait');
  await endNext();
  t.strictSame(shared[2], [2, 3, 4, 5]);
  await endNext();
  await endNext();
  t.strictSame(await Promise.all(results), [0, 10, 20, 30, 40, 50]);
});

t.test('items of a group that is being written wait, items of other groups do not', async (t) => {
  const { batcher, shared, endNext } = openRecorded();
  const groups = ['a', 'b', 'a', 'b', 'c', 'c'];
  const results = groups.map((group, nr) => batcher.add({ group, key: String(nr), nr }));
  t.strictSame(shared, [[0], [1]]);
  await endNext();
  t.strictSame(shared[2], [2, 4, 5]);
  await endNext();
  t.strictSame(shared[3], [3]);
  await endNext();
  await endNext();
  t.strictSame(await Promise.all(results), [0, 10, 20, 30, 40, 50]);
});

t.test('a batch holds no more items than maxBatchSize', async (t) => {
  const { batcher, shared, endNext } = openRecorded({ maxBatchSize: 2, maxConcurrentWrites: 1 });
  const results = Array.from({ length: 5 }, (_, nr) => batcher.add(single(nr)));
  for (let write = 0; write < 3; write += 1) await endNext();
  await Promise.all(results);
  t.strictSame(shared, [[0], [1, 2], [3, 4]]);
});

t.test('rejects an item as unavailable while maxPending items are pending', async (t) => {
  const { batcher, shared, endNext } = openRecorded({ maxPending: 2, maxConcurrentWrites: 1 });
  const accept = (nr: number) => Promise.allSettled([batcher.add(single(nr))]);
  const accepted = [accept(0), accept(1)];
  const unavailable = { problem: { code: 'unavailable', retryAfterSeconds: 5 } } as DomainError;
  await t.rejects(batcher.add(single(2)), unavailable);
  await endNext();
  accepted.push(accept(3));
  await t.rejects(batcher.add(single(4)), unavailable);
  await endNext(new ServerLost());
  accepted.push(accept(5));
  for (let write = 0; write < 2; write += 1) await endNext();
  t.strictSame(
    (await Promise.all(accepted)).map(([{ status }]) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  t.strictSame(shared, [[0], [1], [3], [5]], 'rejected items are never written');
});

t.test('a failure of the server rejects all items of the write, which are not written again', async (t) => {
  const { batcher, shared, endNext } = openRecorded({ maxConcurrentWrites: 1 });
  const results = Promise.allSettled(Array.from({ length: 3 }, (_, nr) => batcher.add(single(nr))));
  await endNext();
  await endNext(new ServerLost());
  t.strictSame(
    (await results).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  t.strictSame(shared, [[0], [1, 2]]);
});

t.test('a contended group is written by itself until one of its writes succeeds', async (t) => {
  const { batcher, shared, isolated, endNext } = openRecorded({ maxConcurrentWrites: 1 });
  const statuses: Record<number, string> = {};
  const add = async (group: string, nr: number): Promise<void> => {
    const [outcome] = await Promise.allSettled([batcher.add({ group, key: 'same', nr })]);
    statuses[nr] = outcome.status;
  };
  const added = [add('free', 0), add('held', 1), add('other', 2)];
  await endNext();
  added.push(add('held', 3));
  await endNext(new Contention());
  t.strictSame(shared, [[0], [1, 2]]);
  t.strictSame(isolated, [[1], [2]], 'each group of the write is written by itself');

  added.push(add('free', 4));
  t.strictSame(shared[2], [4], 'other groups are written at the same time');
  await endNext(new Contention());
  t.strictSame(isolated[2], [3], 'the next item of the contended group is written by itself, in its order');
  for (let write = 0; write < 3; write += 1) await endNext();

  added.push(add('held', 5));
  t.strictSame(shared[3], [5], 'after a success the group is written with the others again');
  await endNext();
  await Promise.all(added);
  t.strictSame(Object.values(statuses), [
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});

t.test('a single group that meets contention is rejected and contended from then on', async (t) => {
  const { batcher, shared, isolated, endNext } = openRecorded();
  const rejectPromise = batcher.add(single(1)).catch((error: unknown) => error);
  await endNext(new Contention());
  t.type(await rejectPromise, Contention);
  const next = batcher.add(single(1));
  t.strictSame([shared, isolated], [[[1]], [[1]]]);
  await endNext();
  t.equal(await next, 10);
});

/** What happens to an item: it is written, it fails by itself, or its group's rows are held for some writes. */
interface PlannedItem extends Omit<Item, 'nr'> {
  readonly fails: boolean;
}

const plan = fc.record({
  items: fc.array(
    fc.record<PlannedItem>({
      group: fc.constantFrom('a', 'b', 'c', 'd'),
      key: fc.constantFrom('x', 'y'),
      fails: fc.integer({ max: 9, min: 0 }).map((number) => number === 0),
    }),
    { maxLength: 40, minLength: 1 },
  ),
  /** How many shared writes meet contention while `a` is among their groups. */
  contentions: fc.nat({ max: 3 }),
  maxBatchSize: fc.integer({ min: 1, max: 6 }),
  maxConcurrentWrites: fc.integer({ min: 1, max: 3 }),
  maxPending: fc.integer({ min: 5, max: 50 }),
});

t.test('over random schedules', async (t) => {
  await fc.assert(
    fc.asyncProperty(plan, fc.scheduler(), async ({ items: planned, contentions, ...limits }, scheduler) => {
      const items = planned.map((item, nr) => ({ ...item, nr }));
      const failing = new Set(items.flatMap(({ fails, nr }) => (fails ? [nr] : [])));
      const faults: string[] = [];
      const demand = (holds: boolean, fault: string) => void (holds || faults.push(fault));
      const written: number[] = [];
      const inFlight = new Set<string>();
      let sharedWrites = 0;
      let heldWrites = contentions;

      const perform = async (batch: readonly Item[], isShared: boolean) => {
        demand(batch.length >= 1 && batch.length <= limits.maxBatchSize, 'the size of a batch');
        const keys = batch.map(settings.keyOf);
        demand(new Set(keys).size === keys.length, 'two items of one key in a batch');
        const groups = new Set(batch.map(settings.groupOf));
        for (const group of groups) demand(!inFlight.has(group), 'two writes of one group');
        if (!isShared) demand(groups.size === 1, 'a contended group written with another');
        for (const group of groups) inFlight.add(group);
        if (isShared) sharedWrites += 1;
        demand(sharedWrites <= limits.maxConcurrentWrites, 'the number of concurrent writes');
        await scheduler.schedule(Promise.resolve());
        for (const group of groups) inFlight.delete(group);
        if (isShared) sharedWrites -= 1;
        if (isShared && groups.size > 1 && groups.has('a') && heldWrites > 0) {
          heldWrites -= 1;
          throw new Contention();
        }
        if (batch.some(({ nr }) => failing.has(nr))) throw new Error('a fault of one item');
        written.push(...batch.map(({ nr }) => nr));
        return batch.map(({ nr }) => nr * 10);
      };
      const batcher = writeBatcher<Item, number>({
        ...settings,
        ...limits,
        write: (batch) => perform(batch, true),
        writeContended: (batch) => perform(batch, false),
      });

      const refused = new Set<number>();
      let pending = 0;
      const add = async (item: Item): Promise<void> => {
        const hasRoom = pending < limits.maxPending;
        pending += 1;
        const outcome = await batcher.add(item).then(
          (result) => ({ result }),
          (error: Error) => ({ error }),
        );
        pending -= 1;
        if (!hasRoom) {
          refused.add(item.nr);
          demand('error' in outcome && outcome.error.name === 'DomainError', 'an item beyond maxPending');
        } else if (failing.has(item.nr))
          demand('error' in outcome && outcome.error.message === 'a fault of one item', 'a failing item');
        else demand('result' in outcome && outcome.result === item.nr * 10, 'the own result of an item');
      };
      const added: Promise<void>[] = [];
      const arrivals = scheduler.scheduleSequence(
        items.map((item) => ({ label: `add ${item.nr}`, builder: async () => void added.push(add(item)) })),
      );
      await scheduler.waitFor(arrivals.task.then(() => Promise.all(added)));

      const expected = items.filter(({ nr }) => !failing.has(nr) && !refused.has(nr));
      for (const key of new Set(items.map(settings.keyOf))) {
        const ofKey = expected.filter((item) => settings.keyOf(item) === key).map(({ nr }) => nr);
        const order = written.filter((nr) => ofKey.includes(nr));
        demand(JSON.stringify(order) === JSON.stringify(ofKey), `the order of ${key}`);
      }
      demand(written.length === expected.length, 'every item is written once');
      if (faults.length > 0) throw new Error(faults.join('; '));
    }),
    { numRuns: 500 },
  );
  t.pass('results, order, isolation of failures and bounds hold');
});
