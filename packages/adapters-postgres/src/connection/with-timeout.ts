import { setTimeout as delay } from 'node:timers/promises';

/** Waits for something, but no longer than so many milliseconds. */
export const withTimeout = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const wait = new AbortController();
  try {
    await Promise.race([work, delay(ms, undefined, { signal: wait.signal })]);
  } finally {
    wait.abort();
  }
};
