import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { defaultSettings } from '../../../src/settings.ts';
import { chargeSms, returnConverted, returnUnsent } from '../../../src/sign-in/sms/sms-budgets.ts';
import { type SmsShare, smsShares, smsShareUse } from '../../../src/sign-in/sms/sms-shares.ts';
import { after, day } from '../../../src/time.ts';
import { problemOf } from '../../support.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
let numbers = 0;
/** Another number of that block in each call. */
const number = (block: number) => {
  numbers = (numbers + 1) % 10_000;
  return `+4477009${String(block)}${String(numbers).padStart(4, '0')}`;
};
const detail = 'No more codes can be sent to numbers like this one today.';
const spent = (budget: string, limit: number) => ({
  code: 'rate_limited',
  detail,
  budget,
  limit,
  retryAfterSeconds: 12 * 3600,
});

const scene = (smsDailyBudget: number, smsDailyCap = 10_000) => {
  const { quotas } = createMemoryWorld().dependencies.stores;
  const settings = { ...defaultSettings, smsDailyBudget, smsDailyCap };
  const sms = (block: number, share: SmsShare, country: string | null, at: Date) => ({
    phone: number(block),
    share,
    country,
    at,
  });
  return {
    charge: (block: number, share: SmsShare, country: string | null = 'GB', at = now, free?: number) =>
      chargeSms(quotas, sms(block, share, country, at), settings, free),
    convert: (block: number, share: SmsShare) =>
      returnConverted(quotas, number(block), [{ at: now, share }], settings),
    unsend: (block: number, share: SmsShare, country: string | null = 'GB') =>
      returnUnsent(quotas, sms(block, share, country, now), settings),
    use: () => smsShareUse(quotas, settings, now),
  };
};

t.test(
  'half is for accounts in two halves, a quarter for returning networks and the rest for unknown callers',
  async (t) => {
    const shares = (smsDailyBudget: number) => Object.values(smsShares({ smsDailyBudget }));
    t.strictSame(smsShares(defaultSettings), {
      owners: 250,
      accounts: 250,
      networks: 250,
      unknownCallers: 250,
    });
    t.strictSame(shares(7), [1, 2, 1, 3]);
    t.strictSame(shares(1), [0, 0, 0, 1]);
    t.strictSame(shares(0), [0, 0, 0, 0]);
  },
);

t.test('a spent share refuses its own kind alone', async (t) => {
  const { charge, use } = scene(8);
  const shares = [
    ['owners', 2, 'account-sms'],
    ['accounts', 2, 'account-sms'],
    ['networks', 2, 'network-sms'],
    ['unknownCallers', 2, 'stranger-sms'],
  ] as const;
  for (const [share, limit, budget] of shares) {
    for (let index = 0; index < limit; index += 1) t.equal(await charge(index, share), 'charged');
    t.strictSame(await problemOf(charge(9, share)), spent(budget, limit));
  }
  t.strictSame(
    await use(),
    shares.map(([share, limit]) => ({ share, used: limit, limit })),
  );
  for (const [share] of shares)
    t.equal(await charge(1, share, 'GB', after(now, day)), 'charged', 'a new day');
});

t.test(
  'an SMS that led to a sign-in counts against the caps alone, an unsent one against nothing',
  async (t) => {
    const { charge, convert, unsend } = scene(2, 15);
    for (let index = 0; index < 3; index += 1) {
      await charge(1, 'accounts', 'GB');
      await convert(1, 'accounts');
    }
    t.strictSame(
      await problemOf(charge(1, 'accounts', 'GB')),
      spent('country-sms', 3),
      'a fifth for a country',
    );
    for (let index = 0; index < 9; index += 1) {
      await charge(1, 'unknownCallers', 'DE');
      await unsend(1, 'unknownCallers', 'DE');
    }
    for (const country of ['DE', 'FR', 'IT', null]) {
      for (let index = 0; index < 3; index += 1) {
        await charge(1, 'accounts', country);
        await convert(1, 'accounts');
      }
      t.strictSame(await problemOf(charge(1, 'accounts', country)), spent('country-sms', 3));
    }
    t.strictSame(await problemOf(charge(1, 'accounts', 'ES')), spent('daily-sms', 15));
    t.equal(await charge(1, 'accounts', 'ES', after(now, day)), 'charged', 'what was refused took nothing');
  },
);

t.test('a block of numbers has a limit in each share, and what it refuses is not charged', async (t) => {
  const { charge } = scene(1_000);
  for (let index = 0; index < 200; index += 1) await charge(1, 'unknownCallers');
  for (let attempt = 0; attempt < 60; attempt += 1)
    t.strictSame(await problemOf(charge(1, 'unknownCallers')), spent('number-block-sms', 200));
  t.equal(await charge(1, 'accounts'), 'charged', 'unknown callers do not spend it for accounts');
  for (let index = 0; index < 50; index += 1) await charge(2, 'unknownCallers');
  t.strictSame(await problemOf(charge(2, 'unknownCallers')), spent('stranger-sms', 250));
});

t.test('a part of a share can be all that is free', async (t) => {
  const { charge } = scene(16);
  for (let index = 0; index < 2; index += 1)
    t.equal(await charge(1, 'unknownCallers', 'GB', now, 2), 'charged');
  t.equal(await charge(1, 'unknownCallers', 'GB', now, 2), 'needs_proof');
  for (let index = 0; index < 2; index += 1) t.equal(await charge(1, 'unknownCallers'), 'charged');
  t.strictSame(await problemOf(charge(1, 'unknownCallers', 'GB', now, 2)), spent('stranger-sms', 4));
});
