import { type Measured, measuredFrom } from '../report/measured.ts';

/** Number of concurrent requests, unless a load names another. */
export const inFlight = 16;

/** Runs the work once for each item, `inFlight` at a time. */
export const runConcurrently = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<Measured> => {
  const durations: number[] = [];
  const remaining = items.values();
  const worker = async () => {
    for (const item of remaining) {
      const began = performance.now();
      await work(item);
      durations.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return measuredFrom(durations, performance.now() - began);
};
