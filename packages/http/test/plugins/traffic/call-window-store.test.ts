import type { CallVerdict } from '@event-platform/domain';
import t from 'tap';
import { callWindowStore } from '../../../src/plugins/traffic/call-window-store.ts';
import { windowKey } from '../../../src/plugins/traffic/window-key.ts';

const start = Date.parse('2026-06-01T12:00:00Z');
const span = 600_000;

/** Windows that refuse every call until a time of their own, and how often they were asked. */
const openStore = (opensAt: (key: string) => number) => {
  let now = start;
  const asked: string[] = [];
  const record = async ([{ key } = { key: '' }]: readonly {
    readonly key: string;
  }[]): Promise<CallVerdict> => {
    asked.push(key);
    return { allowed: false, key, remaining: 0, retryAt: new Date(opensAt(key)) };
  };
  const store = new (callWindowStore({ record }, { now: () => new Date(now) }))({});
  const call = (...keys: readonly string[]) =>
    new Promise<{ readonly current: number; readonly ttl: number } | undefined>((resolve, reject) => {
      const windows = windowKey(keys.map((key) => ({ key, limit: 5 })));
      store.incr(windows, (error, result) => (error ? reject(error) : resolve(result)), span, 5);
    });
  return {
    call,
    asked,
    passTo: (at: number) => {
      now = at;
    },
  };
};

t.test('a block ends when its window opens', async (t) => {
  const { call, asked, passTo } = openStore(() => start + 1_000);
  t.strictSame(await call('a'), { current: 6, ttl: 1_000 });
  passTo(start + 999);
  t.strictSame(await call('a'), { current: 6, ttl: 1 });
  t.strictSame(asked, ['a'], 'a known block costs nothing');
  passTo(start + 1_000);
  await call('a');
  t.strictSame(asked, ['a', 'a']);
});

t.test('of several blocks the last to end counts', async (t) => {
  const ends: Record<string, number> = { narrow: 1_000, wide: 3_000, wider: 2_000 };
  const { call, asked, passTo } = openStore((key) => start + (ends[key] ?? 0));
  for (const key of ['narrow', 'wide', 'wider']) await call(key);
  t.strictSame(await call('narrow', 'wide', 'wider', 'widest'), { current: 6, ttl: 3_000 });
  passTo(start + 1_500);
  t.strictSame(await call('narrow', 'wider'), { current: 6, ttl: 500 }, 'one that ended does not count');
  t.equal(asked.length, 3);
});

t.test('ten thousand blocks are remembered, and the oldest is forgotten first', async (t) => {
  const { call, asked } = openStore(() => start + 1_000);
  const blocks = Array.from({ length: 10_000 }, (_, index) => `caller ${index}`);
  for (const key of blocks) await call(key);
  t.equal(asked.length, 10_000);
  await call('caller 0');
  t.equal(asked.length, 10_000, 'the first is still known');
  await call('one more');
  for (const key of ['one more', 'caller 1', 'caller 9999']) await call(key);
  t.equal(asked.length, 10_001, 'all others are still known');
  await call('caller 0');
  t.equal(asked.at(-1), 'caller 0', 'the first is forgotten');
  t.equal(asked.length, 10_002);
});
