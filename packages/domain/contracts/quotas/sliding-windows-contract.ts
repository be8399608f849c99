import type { Quotas } from '../../src/ports/requests/quotas.ts';
import { after, minute } from '../../src/time.ts';
import { now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'quotas'>;

const span = 10 * minute;

/** Charges windows of ten minutes; what is left in each afterwards, and when it opens. */
const chargeAt = async (quotas: Quotas, at: Date, limits: Readonly<Record<string, number>>, amount = 1) => {
  const { refusal, budgets } = await quotas.takeAll(
    Object.entries(limits).map(([key, limit]) => ({ key, limit, amount, window: span })),
    at,
  );
  const windows = budgets.map(({ charge, limit, taken, until, isSpent }) => ({
    key: charge.key,
    remaining: (limit ?? 0) - taken,
    until,
    isSpent,
  }));
  return { allowed: refusal === null, refusedBy: refusal?.charge.key ?? null, windows };
};

/** Records a call some minutes from now in a window. */
const record = async ({ stores }: Ports, minutes: number, limit: number, key = 'k') => {
  const { allowed, windows } = await chargeAt(stores.quotas, after(now, minutes * minute), { [key]: limit });
  return { allowed, remaining: windows[0]?.remaining, until: windows[0]?.until };
};

/** Records a call in a narrow window and in the wide one that it shares with others. */
const recordBoth = ({ stores }: Ports, narrow: string, minutes = 0) =>
  chargeAt(stores.quotas, after(now, minutes * minute), { [narrow]: 2, wide: 3 });

/** Charges to sliding windows, as {@link Quotas.takeAll} says. */
export const slidingWindowsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'slides: a call counts for exactly the span', async (t, adapters) => {
    const at = async (milliseconds: number) => {
      const { allowed, windows } = await chargeAt(adapters.stores.quotas, after(now, milliseconds), { k: 5 });
      return { allowed, remaining: windows[0]?.remaining, until: windows[0]?.until };
    };
    for (const minutes of [0, 1, 2, 3, 4]) t.equal((await record(adapters, minutes, 5)).allowed, true);
    t.strictSame(await at(span - 1), { allowed: false, remaining: 0, until: after(now, span) });
    t.strictSame(await at(span), { allowed: true, remaining: 0, until: after(now, span + minute) });
    t.equal((await at(span)).allowed, false, 'the second is still in it');
  });

  await example(t, 'does not count refused calls', async (t, adapters) => {
    await record(adapters, 0, 1);
    for (const at of [1, 5, 9]) t.equal((await record(adapters, at, 1)).allowed, false);
    t.equal((await record(adapters, 10, 1)).allowed, true);
  });

  await example(t, 'tells what remains and keeps keys apart', async (t, adapters) => {
    const first = { allowed: true, remaining: 1, until: after(now, span) };
    t.strictSame(await record(adapters, 0, 2), first);
    t.equal((await record(adapters, 0, 2)).remaining, 0);
    t.equal((await record(adapters, 0, 2)).allowed, false);
    t.strictSame(await record(adapters, 1, 2, 'other'), { ...first, until: after(now, span + minute) });
  });

  await example(t, 'counts calls that arrive out of order from the oldest', async (t, adapters) => {
    await record(adapters, 5, 9);
    t.strictSame((await record(adapters, 3, 9)).until, after(now, 13 * minute));
    t.strictSame((await record(adapters, 4, 9)).until, after(now, 13 * minute));
    const later = await record(adapters, 14, 9);
    t.strictSame(later, { allowed: true, remaining: 7, until: after(now, 15 * minute) });
  });

  await example(t, 'allows nothing where the limit is zero', async (t, adapters) => {
    const verdict = { allowed: false, remaining: 0, until: after(now, span) };
    t.strictSame(await record(adapters, 0, 0), verdict);
    t.strictSame(await record(adapters, 0, 0), verdict);
  });

  await example(t, 'counts as many uses as a charge takes', async (t, { stores: { quotas } }) => {
    t.equal((await chargeAt(quotas, now, { k: 5 }, 3)).allowed, true);
    t.equal((await chargeAt(quotas, after(now, minute), { k: 5 }, 3)).allowed, false);
    t.equal((await chargeAt(quotas, after(now, minute), { k: 5 }, 2)).allowed, true);
    t.equal((await chargeAt(quotas, after(now, span), { k: 5 }, 4)).allowed, false);
    t.equal((await chargeAt(quotas, after(now, span), { k: 5 }, 3)).allowed, true);
  });

  await example(t, 'tells the uses after an instant', async (t, { stores: { quotas } }) => {
    t.strictSame(await quotas.usesSince('k', now), { count: 0, oldest: null });
    await chargeAt(quotas, after(now, minute), { k: 5 }, 2);
    await chargeAt(quotas, after(now, 2 * minute), { k: 5, other: 5 });
    t.strictSame(await quotas.usesSince('k', now), { count: 3, oldest: after(now, minute) });
    t.strictSame(await quotas.usesSince('k', after(now, minute)), {
      count: 1,
      oldest: after(now, 2 * minute),
    });
    t.strictSame(await quotas.usesSince('k', after(now, 2 * minute)), { count: 0, oldest: null });
  });

  await example(t, 'counts a call in all windows, or in none', async (t, adapters) => {
    const until = after(now, span);
    const window = (key: string, remaining: number, isSpent = false) => ({ key, remaining, until, isSpent });
    t.strictSame(await recordBoth(adapters, 'a'), {
      allowed: true,
      refusedBy: null,
      windows: [window('a', 1), window('wide', 2)],
    });
    await recordBoth(adapters, 'a', 1);
    t.strictSame(
      await recordBoth(adapters, 'a', 2),
      { allowed: false, refusedBy: 'a', windows: [window('a', 0, true), window('wide', 1)] },
      'the narrow window is full, and the wide one is not charged',
    );
    const b = { key: 'b', remaining: 1, until: after(now, span + 3 * minute), isSpent: false };
    t.strictSame(await recordBoth(adapters, 'b', 3), {
      allowed: true,
      refusedBy: null,
      windows: [b, window('wide', 0)],
    });
    for (const minutes of [4, 5, 6])
      t.strictSame(await recordBoth(adapters, 'b', minutes), {
        allowed: false,
        refusedBy: 'wide',
        windows: [b, window('wide', 0, true)],
      });
    t.equal((await record(adapters, 7, 2, 'b')).remaining, 0, 'the refused calls left the narrow one alone');
  });

  await example(t, 'tells when each of several full windows opens', async (t, adapters) => {
    await record(adapters, 0, 3, 'wide');
    await recordBoth(adapters, 'c', 1);
    await recordBoth(adapters, 'c', 2);
    const { refusedBy, windows } = await recordBoth(adapters, 'c', 3);
    t.equal(refusedBy, 'c');
    t.strictSame(windows, [
      { key: 'c', remaining: 0, until: after(now, 11 * minute), isSpent: true },
      { key: 'wide', remaining: 0, until: after(now, 10 * minute), isSpent: true },
    ]);
  });

  await example(
    t,
    'allows parallel callers of a key no more than the limit',
    async (t, { stores: { quotas } }) => {
      const verdicts = await concurrently(26, async (index) => {
        const narrow = index % 2 ? 'odd' : 'even';
        return { narrow, ...(await chargeAt(quotas, now, { [narrow]: 5 })) };
      });
      for (const key of ['odd', 'even'])
        t.equal(verdicts.filter(({ allowed, narrow }) => allowed && narrow === key).length, 5);
    },
  );

  await example(
    t,
    'allows parallel callers of a wide window its limit',
    async (t, { stores: { quotas } }) => {
      const verdicts = await concurrently(30, (index) => {
        const windows = [
          [`caller ${index % 15}`, 1],
          ['all', 7],
          [`${index % 2 ? 'a' : 'z'} half`, 30],
        ] as const;
        // In either order: callers that wait for each other must not block each other.
        return chargeAt(quotas, now, Object.fromEntries(index % 3 ? windows : windows.toReversed()));
      });
      t.equal(verdicts.filter(({ allowed }) => allowed).length, 7);
    },
  );
};
