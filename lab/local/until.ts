import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 20;
const patienceMs = 300_000;

/** Waits until it holds, and resolves to the time that took, in milliseconds. Throws after five minutes. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<number> => {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > patienceMs) throw new Error(`waited in vain for ${what}`);
    await delay(pollMs);
  }
  return performance.now() - began;
};
