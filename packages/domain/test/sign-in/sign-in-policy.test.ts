import t from 'tap';
import { waitFor } from '../../src/sign-in/sign-in-policy.ts';
import { after, hour, minute } from '../../src/time.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const ago = (...spans: readonly number[]) => spans.map((span) => after(now, -span));
const perHour = { limit: 2, span: hour };

t.test('an event counts until its span has passed', async (t) => {
  t.equal(waitFor([], [perHour], now), null);
  t.equal(waitFor(ago(minute), [perHour], now), null);
  t.equal(waitFor(ago(hour, minute), [perHour], now), null, 'exactly an hour ago is over');
  t.strictSame(waitFor(ago(hour - 1, minute), [perHour], now), { until: after(now, 1), limit: 2 });
  t.strictSame(
    waitFor(ago(50 * minute, 30 * minute, minute), [perHour], now),
    { until: after(now, 30 * minute), limit: 2 },
    'until the last two are all that is left',
  );
});

t.test('of several spent budgets the longest wait counts, of equal ones the first', async (t) => {
  const perDay = { limit: 1, span: 24 * hour };
  const until = { until: after(now, 23 * hour), limit: 1 };
  const events = ago(hour - 1, hour - 1).map(() => after(now, -hour));
  t.strictSame(waitFor(events, [{ limit: 2, span: 2 * hour }, perDay], now), until);
  t.strictSame(waitFor(events, [perDay, { limit: 2, span: 2 * hour }], now), until);
  t.equal(waitFor(events, [perDay, { limit: 2, span: 24 * hour }], now)?.limit, 1);
  t.equal(waitFor(events, [{ limit: 2, span: 24 * hour }, perDay], now)?.limit, 2);
});
