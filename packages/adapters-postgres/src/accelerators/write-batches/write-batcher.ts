import { DomainError } from '@event-platform/domain';

/** What is written, and within which bounds. */
export interface WriteBatcherOptions<Item, Result> {
  /** Items of one key are written one after the other, in the order in which they were added. */
  readonly keyOf: (item: Item) => string;
  /**
   * The rows that an item locks, such as those of one event. Writes of one group never overlap: the later one would
   * only wait for the earlier one in the database. All items of a key belong to one group.
   */
  readonly groupOf: (item: Item) => string;
  /** Writes all items or none, at most one of each key, and resolves to a result for each item, in their order. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The same for items of one contended group; limits how many groups are written this way at the same time. */
  readonly writeContended: (items: readonly Item[], group: string) => Promise<readonly Result[]>;
  /** Whether a write failed because it waited too long for rows that another transaction holds. */
  readonly isContention: (error: unknown) => boolean;
  /** Whether a failure concerns every item of a write, such as a lost server, and not a single item of it. */
  readonly failsAll: (error: unknown) => boolean;
  /** Items in one write at most. */
  readonly maxBatchSize: number;
  /** Writes at the same time at most, not counting those of contended groups. */
  readonly maxConcurrentWrites: number;
  /** Items that are added and not settled at most. */
  readonly maxPending: number;
}

export interface WriteBatcher<Item, Result> {
  /**
   * Resolves to the item's own result once it is written.
   * @throws {DomainError} `unavailable`, at once, when `maxPending` items are pending
   */
  add(item: Item): Promise<Result>;
}

interface PendingItem<Item, Result> {
  readonly item: Item;
  readonly key: string;
  readonly group: string;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes an item immediately while fewer than `maxConcurrentWrites` writes are in flight; items that are added
 * meanwhile wait, and then share one write.
 *
 * - Bounds: a write holds at most `maxBatchSize` items, one of each key; at most `maxPending` items are pending.
 * - Order: items of a key are written in the order in which they were added, never at the same time.
 * - Failures: when a write of several items fails, each is written alone, so that an item fails for its own fault
 *   only; `failsAll` names the failures that are no single item's fault and reject all items of the write.
 * - Contention: a group whose rows are held by another transaction is written by itself until one of its writes
 *   succeeds, so that it delays no other group. When a write of several groups meets contention, it is not known
 *   which group is the contended one: all of them are written again, each by itself. A write of a single group that
 *   meets contention rejects its items.
 */
export const writeBatcher = <Item, Result>(
  options: WriteBatcherOptions<Item, Result>,
): WriteBatcher<Item, Result> => {
  const { keyOf, groupOf, write, writeContended, isContention, failsAll } = options;
  const { maxBatchSize, maxConcurrentWrites, maxPending } = options;
  type Batch = readonly PendingItem<Item, Result>[];

  let queue: PendingItem<Item, Result>[] = [];
  let pendingCount = 0;
  let concurrentWrites = 0;
  const groupsInFlight = new Set<string>();
  const contendedGroups = new Set<string>();

  /** Removes the first items that may be written now, at most one of each key, from the queue. */
  const take = (isEligible: (group: string) => boolean): Batch => {
    const batch: PendingItem<Item, Result>[] = [];
    const remainder: PendingItem<Item, Result>[] = [];
    const keys = new Set<string>();
    for (const entry of queue) {
      const isTaken = batch.length < maxBatchSize && !keys.has(entry.key) && isEligible(entry.group);
      (isTaken ? batch : remainder).push(entry);
      keys.add(entry.key);
    }
    queue = remainder;
    return batch;
  };

  const attempt = async (batch: Batch, send: typeof write): Promise<void> => {
    const results = await send(batch.map(({ item }) => item));
    pendingCount -= batch.length;
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  };

  const rejectAll = (batch: Batch, error: unknown) => {
    pendingCount -= batch.length;
    for (const { reject } of batch) reject(error);
  };

  /** Rejects what cannot succeed alone and writes the other items again, one by one. */
  const recover = async (batch: Batch, send: typeof write, error: unknown): Promise<void> => {
    if (batch.length === 1 || failsAll(error) || isContention(error)) return rejectAll(batch, error);
    for (const entry of batch) await attempt([entry], send).catch((ownError) => rejectAll([entry], ownError));
  };

  const writeGroup = async (group: string): Promise<void> => {
    const batch = take((other) => other === group);
    if (batch.length === 0) return;
    const send = (items: readonly Item[]) => writeContended(items, group);
    groupsInFlight.add(group);
    try {
      await attempt(batch, send);
      contendedGroups.delete(group);
    } catch (error) {
      await recover(batch, send, error);
    }
    groupsInFlight.delete(group);
    resume([group]);
  };

  const writeShared = async (): Promise<void> => {
    if (concurrentWrites >= maxConcurrentWrites) return;
    const batch = take((group) => !groupsInFlight.has(group) && !contendedGroups.has(group));
    if (batch.length === 0) return;
    const groups = new Set(batch.map(({ group }) => group));
    concurrentWrites += 1;
    for (const group of groups) groupsInFlight.add(group);
    try {
      await attempt(batch, write);
    } catch (error) {
      const isContended = isContention(error);
      if (isContended) for (const group of groups) contendedGroups.add(group);
      // Ahead of what was added meanwhile, so that the order of each key is kept.
      if (isContended && groups.size > 1) queue = [...batch, ...queue];
      else await recover(batch, write, error);
    }
    for (const group of groups) groupsInFlight.delete(group);
    concurrentWrites -= 1;
    resume(groups);
  };

  /** Writes what waited for these groups, or for their write to end. */
  const resume = (groups: Iterable<string>) => {
    for (const group of groups) if (contendedGroups.has(group)) void writeGroup(group);
    for (let free = maxConcurrentWrites - concurrentWrites; free > 0; free -= 1) void writeShared();
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (pendingCount >= maxPending)
          throw new DomainError(
            { code: 'unavailable', retryAfterSeconds: 5 },
            { cause: 'too many writes are pending' },
          );
        const [key, group] = [keyOf(item), groupOf(item)];
        pendingCount += 1;
        queue.push({ item, key, group, resolve, reject });
        if (groupsInFlight.has(group)) return;
        void (contendedGroups.has(group) ? writeGroup(group) : writeShared());
      }),
  };
};
