import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;
const patienceMs = 120_000;

/** Waits until it holds, and resolves to the time that took, in milliseconds. Throws after two minutes. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<number> => {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > patienceMs) throw new Error(`waited in vain for ${what}`);
    await delay(pollMs);
  }
  return performance.now() - began;
};
