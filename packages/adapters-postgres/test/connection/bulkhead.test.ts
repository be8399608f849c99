import type { DomainError } from '@event-platform/domain';
import t from 'tap';
import { createBulkhead } from '../../src/connection/bulkhead.ts';

const unavailable = {
  problem: { code: 'unavailable' },
  cause: 'the write waited too long for others before it',
} as DomainError;

t.test('calls run in order of arrival, within the limits in all and of one key', async (t) => {
  const bulkhead = createBulkhead({ inAll: 3, each: 2, waitMs: 60_000 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.push(resolve);
    });
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4'].map((name) => bulkhead(name.slice(0, 1), work(name)));
  await new Promise(setImmediate);
  t.strictSame(begun, ['a1', 'a2', 'b1'], 'a third call of one key waits, calls of other keys do not');
  for (const next of [['a3'], ['b2'], ['a4']]) {
    begun.length = 0;
    ends.shift()?.();
    await new Promise(setImmediate);
    t.strictSame(begun, next);
  }
  for (const end of ends) end();
  await Promise.all(all);

  const brief = createBulkhead({ inAll: 1, each: 1, waitMs: 1 });
  let end = (): void => undefined;
  const long = brief('a', () => new Promise<void>((resolve) => (end = resolve)));
  await t.rejects(
    brief('b', async () => undefined),
    unavailable,
    'a call that waits longer than waitMs fails',
  );
  end();
  await long;
  await t.rejects(
    brief('a', () => Promise.reject(new TypeError('a fault'))),
    { message: 'a fault' },
  );
  await brief('a', async () => undefined);
});

t.test('a key with many calls does not keep others waiting', async (t) => {
  const bulkhead = createBulkhead({ inAll: 2, each: 2, waitMs: 60_000 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const call = (key: string) =>
    bulkhead(key, () => {
      begun.push(key);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = ['many', 'many', 'many', 'many', 'few', 'one', 'few'].map(call);
  while (begun.length < all.length) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  t.strictSame(begun, ['many', 'many', 'few', 'many', 'one', 'many', 'few']);
  for (const end of ends) end();
  await Promise.all(all);
});
