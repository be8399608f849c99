import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { defaultSettings } from '../../src/settings.ts';
import { chargeSms, returnSms } from '../../src/sign-in/sms-budgets.ts';
import { day } from '../../src/time.ts';
import { problemOf } from '../support.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const number = (block: number) => `+4477009${String(block)}0001`;
const detail = 'No more codes can be sent to numbers like this one today.';
const spent = (budget: string, limit: number) => ({
  code: 'rate_limited',
  detail,
  budget,
  limit,
  retryAfterSeconds: 12 * 3600,
});

const scene = (smsDailyBudget: number) => {
  const { quotas } = createMemoryWorld().dependencies.stores;
  const settings = { ...defaultSettings, smsDailyBudget };
  const charge = (phone: string, at = now) => chargeSms(quotas, phone, at, settings);
  const giveBack = (phone: string, sentAt: readonly Date[]) => returnSms(quotas, phone, sentAt, settings);
  return { charge, giveBack };
};

t.test('the day’s budget is one for all numbers', async (t) => {
  const { charge, giveBack } = scene(2);
  await charge(number(1));
  await charge(number(2));
  t.strictSame(await problemOf(charge(number(3))), spent('daily-sms', 2));
  await charge(number(3), new Date(now.getTime() + day));
  await giveBack(number(1), [now]);
  await charge(number(3));
  t.strictSame(await problemOf(charge(number(4))), spent('daily-sms', 2), 'one was given back');
});

t.test('what a block of numbers refuses is not charged to the day', async (t) => {
  const { charge } = scene(201);
  for (let sent = 0; sent < 200; sent += 1) await charge(number(1));
  for (let attempt = 0; attempt < 3; attempt += 1)
    t.strictSame(await problemOf(charge(number(1))), spent('number-block-sms', 200));
  await charge(number(2));
  t.strictSame(await problemOf(charge(number(2))), spent('daily-sms', 201));
});
