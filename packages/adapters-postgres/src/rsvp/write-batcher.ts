/** Things to write and how. */
export interface WriteBatcherOptions<Item, Result> {
  /** Two items of one key are written one after the other, in the order they came. */
  readonly keyOf: (item: Item) => string;
  /**
   * While some of a group are written, others of it wait, together: they would only wait in the database, and with them
   * whoever is written in the same statement. All items of a key are of one group.
   */
  readonly groupOf: (item: Item) => string;
  /** Writes all or none; a result for each item, in their order. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
}

/** More at once would make single statements slow. */
const atOnce = 100;
/** While so many writes are under way, what comes waits, and then goes together. */
const writesAtOnce = 2;

/** Takes things to write. */
export interface WriteBatcher<Item, Result> {
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes at once what comes alone, and together what comes while the database is busy with what came before. Each
 * caller gets the result of their own item; when a write of several fails, each is tried alone, so that nobody fails
 * because of somebody else.
 */
export const writeBatcher = <Item, Result>({
  keyOf,
  groupOf,
  write,
}: WriteBatcherOptions<Item, Result>): WriteBatcher<Item, Result> => {
  let waiting: Waiting<Item, Result>[] = [];
  const writing = new Set<string>();
  let writes = 0;

  const take = (): readonly Waiting<Item, Result>[] => {
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const passed = new Set<string>();
    for (const one of waiting) {
      const key = keyOf(one.item);
      const mayGo = taken.length < atOnce && !writing.has(groupOf(one.item)) && !passed.has(key);
      (mayGo ? taken : left).push(one);
      passed.add(key);
    }
    waiting = left;
    return taken;
  };

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await settle([one]);
    }
  };

  const next = async (): Promise<void> => {
    if (writes >= writesAtOnce) return;
    const batch = take();
    if (batch.length === 0) return;
    writes += 1;
    const groups = new Set(batch.map(({ item }) => groupOf(item)));
    for (const group of groups) writing.add(group);
    await settle(batch);
    for (const group of groups) writing.delete(group);
    writes -= 1;
    void next();
    void next();
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!writing.has(groupOf(item))) void next();
      }),
  };
};
