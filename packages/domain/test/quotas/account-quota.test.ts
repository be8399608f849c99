import t from 'tap';
import type { UserId } from '../../src/ids.ts';
import { accountPolicy } from '../../src/quotas/account-policy.ts';
import { accountCharge, accountLimit } from '../../src/quotas/account-quota.ts';
import { limitFor } from '../../src/quotas/charge.ts';
import { after, day } from '../../src/time.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const user = '0190a000-0000-7000-8000-000000000001' as UserId;
const limitsAt = (quotaScale: number, limit: number) => {
  const limitOf = accountLimit(limit, { quotaScale }, now);
  return limitOf && [limitOf.usual, limitOf.young];
};

t.test('the scale multiplies every limit, in whole numbers from 1 on', async (t) => {
  t.strictSame(limitsAt(1, 100), [100, 10]);
  t.strictSame(limitsAt(1, 1_000), [1_000, 100]);
  t.strictSame(limitsAt(2.5, 20), [50, 5]);
  t.strictSame(limitsAt(0.25, 20), [5, 1]);
  t.strictSame(limitsAt(0.07, 100), [7, 1], 'binary fractions add nothing');
  t.strictSame(limitsAt(0.000_1, 20), [1, 1]);
  t.strictSame(limitsAt(1_000_000, 20_000), [2_147_483_647, 2_000_000_000], 'what stores count');
  t.equal(limitsAt(0, 100), null);
});

t.test('an account is young for a day, and admins have no limit', async (t) => {
  const limit = accountLimit(100, { quotaScale: 1 }, now);
  if (!limit) throw new Error('there is a limit');
  const of = (role: 'user' | 'admin', ageMs: number) =>
    limitFor({ role, createdAt: after(now, -ageMs) }, limit);
  t.equal(of('user', 0), 10);
  t.equal(of('user', day - 1), 10);
  t.equal(of('user', day), 100);
  t.equal(of('admin', 0), null);
});

t.test('an importer makes as many events as the operator says, of any age and scale', async (t) => {
  const settings = { quotaScale: 3, eventQuotas: { [user]: 5_000 } };
  const own = accountCharge(user, 'daily-events', settings, now);
  t.strictSame([own?.limit.usual, own?.limit.young, own?.until], [5_000, 5_000, after(now, day)]);
  t.equal(accountCharge(user, 'event-changes', settings, now)?.limit.usual, 900);
  t.equal(accountCharge('other' as UserId, 'daily-events', settings, now)?.limit.usual, 300);
  t.equal(accountCharge(user, 'daily-events', { ...settings, quotaScale: 0 }, now), null);
});

t.test('every quota is that of the policy', async (t) => {
  const limits = Object.values(accountPolicy.quotas).map(({ limit, span }) => [limit, span / day]);
  t.strictSame(limits, [
    [100, 1],
    [300, 1 / 24],
    [30, 1 / 24],
    [1_000, 1 / 24],
    [100, 1 / 24],
    [1_000, 1 / 24],
    [10_000, 1 / 24],
    [2_000, 1 / 24],
    [20, 1 / 24],
    [30, 1 / 24],
    [300, 1 / 24],
    [300, 1 / 24],
    [1_000, 1 / 24],
    [60, 1 / 24],
    [1_000, 1 / 24],
    [300, 1 / 24],
    [1_000, 1 / 24],
    [120, 1 / 24],
    [20, 1 / 24],
    [100, 1],
    [20, 1],
    [20, 1],
    [2, 1],
  ]);
});
