import type { CallCounter } from './general-limit.ts';

/** As many callers as one process counts in a minute, some 100 bytes each; what comes on top is not limited. */
const mostCallers = 100_000;

/** Counts for this process alone. */
export const memoryCallCounter = (): CallCounter => {
  let current = 0;
  let counts = new Map<string, number>();
  return {
    count: async (key, minute) => {
      if (minute !== current) {
        current = minute;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      if (count > 1 || counts.size < mostCallers) counts.set(key, count);
      return count;
    },
  };
};
