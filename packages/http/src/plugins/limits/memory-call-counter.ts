import type { CallCounter } from './general-limit.ts';

/** Callers that one process counts per minute, some 100 bytes each; further ones are not limited. */
const maxCallers = 100_000;

/** Counts the calls to this process only. */
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
      if (count > 1 || counts.size < maxCallers) counts.set(key, count);
      return count;
    },
  };
};
