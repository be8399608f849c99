import type { CallWindows } from '../src/ports/call-windows.ts';
import { after } from '../src/time.ts';
import type { Tables } from './tables.ts';

export const memoryCallWindows = ({ calls }: Tables): CallWindows => ({
  record: async (key, at, windowMs, limit) => {
    const counted = (calls.get(key) ?? []).filter((call) => call > after(at, -windowMs));
    const allowed = counted.length < limit;
    const now = (allowed ? [...counted, at] : counted).sort((one, other) => one.getTime() - other.getTime());
    calls.set(key, now);
    return { allowed, remaining: limit - now.length, retryAt: after(now[0] ?? at, windowMs) };
  },
});
