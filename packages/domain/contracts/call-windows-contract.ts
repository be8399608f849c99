import { after, minute } from '../src/time.ts';
import { now } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

const span = 10 * minute;

export const callWindowsContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'slides: a call counts for exactly the span', async (t, { callWindows }) => {
    for (const at of [0, 1, 2, 3, 4])
      t.equal((await callWindows.record('k', after(now, at * minute), span, 5)).allowed, true);
    const refused = await callWindows.record('k', after(now, span - 1), span, 5);
    t.strictSame(refused, { allowed: false, remaining: 0, retryAt: after(now, span) });
    t.equal((await callWindows.record('k', after(now, span), span, 5)).allowed, true);
    t.equal(
      (await callWindows.record('k', after(now, span), span, 5)).allowed,
      false,
      'the second is still in it',
    );
  });

  await example(t, 'tells what remains and keeps keys apart', async (t, { callWindows }) => {
    t.equal((await callWindows.record('k', now, span, 2)).remaining, 1);
    t.equal((await callWindows.record('k', now, span, 2)).remaining, 0);
    t.equal((await callWindows.record('other', now, span, 2)).remaining, 1);
  });

  await example(t, 'allows parallel callers no more than the limit', async (t, { callWindows }) => {
    const verdicts = await atOnce(25, () => callWindows.record('k', now, span, 5));
    t.equal(verdicts.filter(({ allowed }) => allowed).length, 5);
  });
};
