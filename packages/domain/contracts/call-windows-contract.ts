import { after, minute } from '../src/time.ts';
import { now } from './fixtures.ts';
import { type Adapters, concurrently, type Open, type TestScope, withAdapters } from './harness.ts';

const span = 10 * minute;

/** Records a call some minutes from now in a window of ten minutes. */
const record = ({ callWindows }: Adapters, minutes: number, limit: number, key = 'k') =>
  callWindows.record(key, after(now, minutes * minute), span, limit);

export const callWindowsContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'slides: a call counts for exactly the span', async (t, adapters) => {
    const { callWindows } = adapters;
    for (const at of [0, 1, 2, 3, 4]) t.equal((await record(adapters, at, 5)).allowed, true);
    const refused = await callWindows.record('k', after(now, span - 1), span, 5);
    t.strictSame(refused, { allowed: false, remaining: 0, retryAt: after(now, span) });
    const allowed = await callWindows.record('k', after(now, span), span, 5);
    t.strictSame(allowed, { allowed: true, remaining: 0, retryAt: after(now, span + minute) });
    const still = await callWindows.record('k', after(now, span), span, 5);
    t.equal(still.allowed, false, 'the second is still in it');
  });

  await example(t, 'does not count refused calls', async (t, adapters) => {
    await record(adapters, 0, 1);
    for (const at of [1, 5, 9]) t.equal((await record(adapters, at, 1)).allowed, false);
    t.equal((await record(adapters, 10, 1)).allowed, true);
  });

  await example(t, 'tells what remains and keeps keys apart', async (t, adapters) => {
    t.strictSame(await record(adapters, 0, 2), { allowed: true, remaining: 1, retryAt: after(now, span) });
    t.equal((await record(adapters, 0, 2)).remaining, 0);
    t.equal((await record(adapters, 0, 2)).allowed, false);
    t.strictSame(await record(adapters, 1, 2, 'other'), {
      allowed: true,
      remaining: 1,
      retryAt: after(now, span + minute),
    });
  });

  await example(t, 'counts calls that arrive out of order from the oldest', async (t, adapters) => {
    await record(adapters, 5, 9);
    t.strictSame((await record(adapters, 3, 9)).retryAt, after(now, 13 * minute));
    t.strictSame((await record(adapters, 4, 9)).retryAt, after(now, 13 * minute));
    const later = await record(adapters, 14, 9);
    t.strictSame(later, { allowed: true, remaining: 7, retryAt: after(now, 15 * minute) });
  });

  await example(t, 'allows nothing where the limit is zero', async (t, adapters) => {
    const verdict = { allowed: false, remaining: 0, retryAt: after(now, span) };
    t.strictSame(await record(adapters, 0, 0), verdict);
    t.strictSame(await record(adapters, 0, 0), verdict);
  });

  await example(t, 'allows parallel callers of a key no more than the limit', async (t, { callWindows }) => {
    const verdicts = await concurrently(26, async (index) => {
      const key = index % 2 ? 'odd' : 'even';
      return { key, ...(await callWindows.record(key, now, span, 5)) };
    });
    for (const key of ['odd', 'even'])
      t.equal(verdicts.filter((verdict) => verdict.allowed && verdict.key === key).length, 5);
  });
};
