import { setTimeout as delay } from 'node:timers/promises';

/** How long a state is cached, in milliseconds, so that many readers cost one statement. */
const cachedForMs = 5_000;
/** How long a reader waits for the database. */
const timeoutMs = 2_000;

/** Caches a state of the database for all readers; undefined when reading fails or times out. */
export const latestOf = <State>(read: () => Promise<State>): (() => Promise<State | undefined>) => {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<State | undefined> = Promise.resolve(undefined);
  let isReading = false;
  return () => {
    if (!isReading && performance.now() - readAt > cachedForMs) {
      readAt = performance.now();
      isReading = true;
      reading = read()
        .catch(() => undefined)
        .finally(() => {
          isReading = false;
        });
    }
    return Promise.race([reading, delay(timeoutMs, undefined, { ref: false })]);
  };
};
