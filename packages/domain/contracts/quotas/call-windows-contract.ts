import { after, minute } from '../../src/time.ts';
import { now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<never, 'callWindows'>;

const span = 10 * minute;

/** Records a call some minutes from now in a window of ten minutes. */
const record = ({ callWindows }: Needed, minutes: number, limit: number, key = 'k') =>
  callWindows.record([{ key, limit }], after(now, minutes * minute), span);

/** Records a call in a narrow window and in the wide one that it shares with others. */
const recordBoth = ({ callWindows }: Needed, narrow: string, minutes = 0) =>
  callWindows.record(
    [
      { key: narrow, limit: 2 },
      { key: 'wide', limit: 3 },
    ],
    after(now, minutes * minute),
    span,
  );

export const callWindowsContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'slides: a call counts for exactly the span', async (t, adapters) => {
    const at = (milliseconds: number) =>
      adapters.callWindows.record([{ key: 'k', limit: 5 }], after(now, milliseconds), span);
    for (const minutes of [0, 1, 2, 3, 4]) t.equal((await record(adapters, minutes, 5)).allowed, true);
    const full = { key: 'k', remaining: 0 };
    t.strictSame(await at(span - 1), { allowed: false, ...full, retryAt: after(now, span) });
    t.strictSame(await at(span), { allowed: true, ...full, retryAt: after(now, span + minute) });
    t.equal((await at(span)).allowed, false, 'the second is still in it');
  });

  await example(t, 'does not count refused calls', async (t, adapters) => {
    await record(adapters, 0, 1);
    for (const at of [1, 5, 9]) t.equal((await record(adapters, at, 1)).allowed, false);
    t.equal((await record(adapters, 10, 1)).allowed, true);
  });

  await example(t, 'tells what remains and keeps keys apart', async (t, adapters) => {
    const first = { allowed: true, key: 'k', remaining: 1, retryAt: after(now, span) };
    t.strictSame(await record(adapters, 0, 2), first);
    t.equal((await record(adapters, 0, 2)).remaining, 0);
    t.equal((await record(adapters, 0, 2)).allowed, false);
    t.strictSame(await record(adapters, 1, 2, 'other'), {
      ...first,
      key: 'other',
      retryAt: after(now, span + minute),
    });
  });

  await example(t, 'counts calls that arrive out of order from the oldest', async (t, adapters) => {
    await record(adapters, 5, 9);
    t.strictSame((await record(adapters, 3, 9)).retryAt, after(now, 13 * minute));
    t.strictSame((await record(adapters, 4, 9)).retryAt, after(now, 13 * minute));
    const later = await record(adapters, 14, 9);
    t.strictSame(later, { allowed: true, key: 'k', remaining: 7, retryAt: after(now, 15 * minute) });
  });

  await example(t, 'allows nothing where the limit is zero', async (t, adapters) => {
    const verdict = { allowed: false, key: 'k', remaining: 0, retryAt: after(now, span) };
    t.strictSame(await record(adapters, 0, 0), verdict);
    t.strictSame(await record(adapters, 0, 0), verdict);
  });

  await example(t, 'counts a call in all windows, or in none', async (t, adapters) => {
    t.strictSame(await recordBoth(adapters, 'a'), {
      allowed: true,
      key: 'a',
      remaining: 1,
      retryAt: after(now, span),
    });
    await recordBoth(adapters, 'a', 1);
    t.strictSame(
      await recordBoth(adapters, 'a', 2),
      { allowed: false, key: 'a', remaining: 0, retryAt: after(now, span) },
      'the narrow window is full, and the wide one is not charged',
    );
    t.strictSame(
      await recordBoth(adapters, 'b', 3),
      { allowed: true, key: 'wide', remaining: 0, retryAt: after(now, span) },
      'the window with the fewest calls left',
    );
    const spent = { allowed: false, key: 'wide', remaining: 0, retryAt: after(now, span) };
    for (const minutes of [4, 5, 6]) t.strictSame(await recordBoth(adapters, 'b', minutes), spent);
    t.equal((await record(adapters, 7, 2, 'b')).remaining, 0, 'the refused calls left the narrow one alone');
  });

  await example(t, 'names the window that opens last', async (t, adapters) => {
    await record(adapters, 0, 3, 'wide');
    await recordBoth(adapters, 'c', 1);
    await recordBoth(adapters, 'c', 2);
    const refused = await recordBoth(adapters, 'c', 3);
    t.strictSame(refused, { allowed: false, key: 'c', remaining: 0, retryAt: after(now, 11 * minute) });
  });

  await example(t, 'allows parallel callers of a key no more than the limit', async (t, { callWindows }) => {
    const verdicts = await concurrently(26, async (index) => {
      const narrow = index % 2 ? 'odd' : 'even';
      return { narrow, ...(await callWindows.record([{ key: narrow, limit: 5 }], now, span)) };
    });
    for (const key of ['odd', 'even'])
      t.equal(verdicts.filter((verdict) => verdict.allowed && verdict.narrow === key).length, 5);
  });

  await example(t, 'allows parallel callers of a wide window its limit', async (t, { callWindows }) => {
    const verdicts = await concurrently(30, (index) =>
      callWindows.record(
        // In either order: callers that wait for each other must not block each other.
        [
          { key: `caller ${index % 15}`, limit: 1 },
          { key: 'all', limit: 7 },
          { key: `${index % 2 ? 'a' : 'z'} half`, limit: 30 },
        ].sort(() => (index % 3 ? 1 : -1)),
        now,
        span,
      ),
    );
    t.equal(verdicts.filter(({ allowed }) => allowed).length, 7);
  });
};
