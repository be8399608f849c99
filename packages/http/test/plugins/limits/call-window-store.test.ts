import { type Charge, takingOf } from '@event-platform/domain';
import t from 'tap';
import { callWindowStore } from '../../../src/plugins/limits/call-window-store.ts';
import { windowKey } from '../../../src/plugins/limits/window-key.ts';

const start = Date.parse('2026-06-01T12:00:00Z');
const span = 600_000;

/** Windows that refuse every call until a time of their own, and the first of them in each call. */
const openStore = (opensAt: (key: string) => number) => {
  let now = start;
  const storeCalls: string[] = [];
  const takeAll = async <Of extends Charge>(charges: readonly Of[]) => {
    storeCalls.push(charges[0]?.key ?? '');
    return takingOf(
      charges.map((charge) => {
        const until = new Date(opensAt(charge.key));
        return { charge, limit: 5, taken: 5, until, isSpent: true };
      }),
    );
  };
  const store = new (callWindowStore({ takeAll }, { now: () => new Date(now) }))({});
  const call = (...keys: readonly string[]) =>
    new Promise<{ readonly current: number; readonly ttl: number } | undefined>((resolve, reject) => {
      const windows = windowKey(keys.map((key) => ({ key, limit: 5 })));
      store.incr(windows, (error, result) => (error ? reject(error) : resolve(result)), span, 5);
    });
  return {
    call,
    storeCalls,
    passTo: (at: number) => {
      now = at;
    },
  };
};

t.test('a block ends when its window opens', async (t) => {
  const { call, storeCalls, passTo } = openStore(() => start + 1_000);
  t.strictSame(await call('a'), { current: 6, ttl: 1_000 });
  passTo(start + 999);
  t.strictSame(await call('a'), { current: 6, ttl: 1 });
  t.strictSame(storeCalls, ['a'], 'a known block costs nothing');
  passTo(start + 1_000);
  await call('a');
  t.strictSame(storeCalls, ['a', 'a']);
});

t.test('of several blocks the last to end counts', async (t) => {
  const ends: Record<string, number> = { narrow: 1_000, wide: 3_000, wider: 2_000 };
  const { call, storeCalls, passTo } = openStore((key) => start + (ends[key] ?? 0));
  for (const key of ['narrow', 'wide', 'wider']) await call(key);
  t.strictSame(await call('narrow', 'wide', 'wider', 'widest'), { current: 6, ttl: 3_000 });
  passTo(start + 1_500);
  t.strictSame(await call('narrow', 'wider'), { current: 6, ttl: 500 }, 'one that ended does not count');
  t.equal(storeCalls.length, 3);
});

t.test('ten thousand blocks are remembered, and the oldest is forgotten first', async (t) => {
  const { call, storeCalls } = openStore(() => start + 1_000);
  const blocks = Array.from({ length: 10_000 }, (_, index) => `caller ${index}`);
  for (const key of blocks) await call(key);
  t.equal(storeCalls.length, 10_000);
  await call('caller 0');
  t.equal(storeCalls.length, 10_000, 'the first is still known');
  await call('one more');
  for (const key of ['one more', 'caller 1', 'caller 9999']) await call(key);
  t.equal(storeCalls.length, 10_001, 'all others are still known');
  await call('caller 0');
  t.equal(storeCalls.at(-1), 'caller 0', 'the first is forgotten');
  t.equal(storeCalls.length, 10_002);
});

/** Windows of which a call takes the last but so many, open again so many seconds from now. */
const openWith = (windows: Readonly<Record<string, readonly [remaining: number, seconds: number]>>) => {
  const takeAll = async <Of extends Charge>(charges: readonly Of[]) => {
    const isTaken = charges.every(({ key }) => (windows[key]?.[0] ?? 0) >= 0);
    return takingOf(
      charges.map((charge) => {
        const [remaining, seconds] = windows[charge.key] ?? [0, 0];
        const until = new Date(start + seconds * 1_000);
        return {
          charge,
          limit: 5,
          taken: 5 - Math.max(0, remaining),
          until,
          isSpent: !isTaken && remaining < 0,
        };
      }),
    );
  };
  const store = new (callWindowStore({ takeAll }, { now: () => new Date(start) }))({});
  return new Promise((resolve, reject) => {
    const key = windowKey(Object.keys(windows).map((name) => ({ key: name, limit: 5 })));
    store.incr(key, (error, result) => (error ? reject(error) : resolve(result)), span, 5);
  });
};

t.test('tells of the window that decides', async (t) => {
  const cases = [
    [{ narrow: [3, 60], wide: [1, 30] }, { current: 4, ttl: 30_000 }, 'the fewest calls left'],
    [
      { narrow: [2, 60], wide: [2, 90] },
      { current: 3, ttl: 90_000 },
      'of two alike the one that opens later',
    ],
    [{ narrow: [2, 90], wide: [2, 60] }, { current: 3, ttl: 90_000 }, 'in either order'],
    [{ narrow: [-1, 60], wide: [0, 90] }, { current: 6, ttl: 60_000 }, 'the one that refuses'],
    [
      { narrow: [-1, 60], wide: [-1, 90] },
      { current: 6, ttl: 90_000 },
      'of two that refuse the last to open',
    ],
    [{ narrow: [-1, 90], wide: [-1, 60] }, { current: 6, ttl: 90_000 }, 'in either order'],
  ] as const;
  for (const [windows, expected, label] of cases) t.strictSame(await openWith(windows), expected, label);
});
