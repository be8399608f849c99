import type { Quotas } from '../ports/quotas.ts';
import { type Budget, refuseUntil } from '../problem.ts';
import type { DomainSettings } from '../settings.ts';
import { nextUtcDay, utcDay } from '../time.ts';
import { signInPolicy } from './sign-in-policy.ts';

/**
 * The budgets that an SMS counts against until a sign-in follows: the service's and the number block's of the
 * day.
 */
const budgetsOf = (
  phone: string,
  sentAt: Date,
  settings: DomainSettings,
): readonly { readonly budget: Budget; readonly key: string; readonly limit: number }[] => [
  { budget: 'daily-sms', key: `sms:${utcDay(sentAt)}`, limit: settings.smsDailyBudget },
  {
    budget: 'number-block-sms',
    key: `sms:${utcDay(sentAt)}:${phone.slice(0, -signInPolicy.numberBlockDigits)}`,
    limit: signInPolicy.smsPerNumberBlock,
  },
];

/** Charges one SMS to every budget or, when one is spent, to none and throws `rate_limited`. */
export const chargeSms = async (
  quotas: Quotas,
  phone: string,
  now: Date,
  settings: DomainSettings,
): Promise<void> => {
  const until = nextUtcDay(now);
  const charged: string[] = [];
  for (const { budget, key, limit } of budgetsOf(phone, now, settings)) {
    if (await quotas.take(key, 1, limit, until)) {
      charged.push(key);
      continue;
    }
    for (const taken of charged) await quotas.giveBack(taken, 1);
    throw refuseUntil(budget, 'No more codes can be sent to numbers like this one today.', limit, now, until);
  }
};

/** Returns SMS to their budgets: they led to a sign-in or were never sent. */
export const returnSms = async (
  quotas: Quotas,
  phone: string,
  sentAt: readonly Date[],
  settings: DomainSettings,
): Promise<void> => {
  const keys = sentAt.flatMap((instant) => budgetsOf(phone, instant, settings).map(({ key }) => key));
  await Promise.all(keys.map((key) => quotas.giveBack(key, 1)));
};
