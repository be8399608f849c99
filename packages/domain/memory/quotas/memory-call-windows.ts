import type { CallWindows } from '../../src/ports/call-windows.ts';
import { after } from '../../src/time.ts';
import type { Tables } from '../tables.ts';

export const memoryCallWindows = ({ calls }: Tables): CallWindows => ({
  record: async (windows, at, windowMs) => {
    const found = windows.map(({ key, limit }) => ({
      key,
      limit,
      counted: (calls.get(key) ?? []).filter((call) => call > after(at, -windowMs)),
    }));
    const allowed = found.every(({ counted, limit }) => counted.length < limit);
    const verdicts = found.map(({ key, limit, counted }) => {
      const now = allowed ? [...counted, at] : counted;
      now.sort((one, other) => one.getTime() - other.getTime());
      calls.set(key, now);
      return { allowed, key, remaining: limit - now.length, retryAt: after(now[0] ?? at, windowMs) };
    });
    const [verdict] = verdicts.toSorted((one, other) =>
      allowed
        ? one.remaining - other.remaining
        : Math.max(0, one.remaining) - Math.max(0, other.remaining) ||
          other.retryAt.getTime() - one.retryAt.getTime(),
    );
    if (!verdict) throw new RangeError('There must be a window');
    return verdict;
  },
});
