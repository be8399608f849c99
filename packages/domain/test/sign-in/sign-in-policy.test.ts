import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { defaultSettings } from '../../src/settings.ts';
import { phoneBudgets, signInPolicy, waitFor } from '../../src/sign-in/sign-in-policy.ts';
import { after, hour, minute } from '../../src/time.ts';
import { refusal } from '../support.ts';
import { lastCode, network, phone, wrong } from './sign-in-scene.ts';

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

t.test('of several spent budgets the longest wait is returned, of equal ones the first', async (t) => {
  const perDay = { limit: 1, span: 24 * hour };
  const until = { until: after(now, 23 * hour), limit: 1 };
  const events = ago(hour - 1, hour - 1).map(() => after(now, -hour));
  t.strictSame(waitFor(events, [{ limit: 2, span: 2 * hour }, perDay], now), until);
  t.strictSame(waitFor(events, [perDay, { limit: 2, span: 2 * hour }], now), until);
  t.equal(waitFor(events, [perDay, { limit: 2, span: 24 * hour }], now)?.limit, 1);
  t.equal(waitFor(events, [{ limit: 2, span: 24 * hour }, perDay], now)?.limit, 2);
});

t.test('a trial phone has no budgets, while the pause and the tries per code hold', async (t) => {
  const world = createMemoryWorld({ settings: { trialPhones: [phone] } });
  const start = () => world.domain.startSignIn({ phone });
  const check = (code: string) => world.domain.checkCode({ phone, code, network });
  for (let round = 1; round <= 40; round += 1) {
    await start();
    await start();
    t.equal(world.smsSent.length, round, 'a second SMS waits for the pause');
    for (let tries = 1; tries < signInPolicy.triesPerChallenge; tries += 1)
      await t.rejects(check(wrong(lastCode(world))), refusal('code_invalid'));
    t.ok(await check(lastCode(world)), `round ${round} within an hour`);
    world.clock.advance(signInPolicy.smsPause);
  }
  await start();
  for (let tries = 0; tries < signInPolicy.triesPerChallenge; tries += 1)
    await t.rejects(check(wrong(lastCode(world))), refusal('code_invalid'));
  await t.rejects(check(lastCode(world)), refusal('code_invalid'), 'three wrong tries end a code');
});

t.test('a trial phone has no budgets, any other has those of the policy', async (t) => {
  const settings = { ...defaultSettings, trialPhones: [phone] };
  const none = { known: [], unknown: [] };
  t.strictSame(phoneBudgets(settings, phone), { sms: none, guesses: none });
  t.equal(phoneBudgets(settings, '+4915100000001'), signInPolicy);
});

t.test(
  'an address calls the start route five times in any ten minutes, a wider network more often',
  async (t) => {
    const limits = (widths: readonly { readonly bits: number; readonly limit: number }[]) =>
      widths.map(({ bits, limit }) => [bits, limit]);
    const { span, ipv4, ipv6 } = signInPolicy.startCalls;
    t.equal(span, 10 * minute);
    t.strictSame(limits(ipv4), [
      [32, 5],
      [24, 40],
      [16, 400],
    ]);
    t.strictSame(limits(ipv6), [
      [64, 5],
      [56, 10],
      [48, 20],
      [32, 200],
    ]);
  },
);

t.test('a budget that is spent may allow some events all the same', async (t) => {
  const budget = { limit: 3, span: 30 * hour, afterwards: perHour };
  const at = (...spans: readonly number[]) => waitFor(ago(...spans), [budget], now);
  t.equal(at(3 * hour, 2 * hour), null);
  t.equal(at(3 * hour, 2 * hour, hour), null, 'none within the hour');
  t.equal(at(3 * hour, 2 * hour, minute), null, 'one of two within the hour');
  t.strictSame(at(3 * hour, 2 * minute, minute), { until: after(now, 58 * minute), limit: 2 });
  const almost = at(30 * hour - 1, 2 * minute, minute);
  t.strictSame(almost, { until: after(now, 1), limit: 3 }, 'whichever opens first');
});
