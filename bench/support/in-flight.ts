import { type Measured, measuredFrom } from './measured.ts';

/** How many requests are under way at the same time, whatever the load. */
export const inFlight = 16;

/** Does the work once for each item, as many at a time as may be in flight. */
export const workThrough = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<Measured> => {
  const durations: number[] = [];
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      const began = performance.now();
      await work(item);
      durations.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return measuredFrom(durations, performance.now() - began);
};
