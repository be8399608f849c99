import type { UserId } from '../ids.ts';
import type { Stores } from '../ports/stores.ts';
import { type DomainError, refuseUntil } from '../problem.ts';
import { accountPolicy } from '../quotas/account-policy.ts';
import type { SpanCharge } from '../quotas/charge.ts';
import type { DomainSettings } from '../settings.ts';
import { after, nextUtcDay, utcDay } from '../time.ts';
import { mailPolicy } from './mail-policy.ts';

/** Who causes mails: the organizer of the event, and the caller where that is an admin of it. */
export interface MailSenders {
  readonly organizerId: UserId;
  readonly callerId: UserId;
}

type MailStores = Pick<Stores, 'quotas' | 'users'>;
type MailSettings = Pick<DomainSettings, 'emailDailyCap' | 'quotaScale'>;

/** The charges of mails of the UTC day: the organizer's, and those of a caller whose account is new. */
const mailCharges = async (
  { users }: Pick<MailStores, 'users'>,
  { organizerId, callerId }: MailSenders,
  mails: number,
  settings: MailSettings,
  now: Date,
): Promise<readonly SpanCharge[]> => {
  const until = nextUtcDay(now);
  const youngSince = after(now, -accountPolicy.youngFor);
  const cap = settings.emailDailyCap;
  const newCap = settings.quotaScale === 0 ? cap : Math.ceil(mailPolicy.fromNewAccount * settings.quotaScale);
  const charges: SpanCharge[] = [];
  for (const account of new Set([organizerId, callerId])) {
    const user = await users.find(account);
    const isNew = user !== null && user.createdAt > youngSince;
    const limit = isNew ? Math.min(newCap, cap) : cap;
    if (account === organizerId || isNew)
      charges.push({ key: `mail:${utcDay(now)}:${account}`, amount: mails, limit, until });
  }
  return charges;
};

const refuseMails = (limit: number, cap: number, now: Date): DomainError =>
  limit < cap
    ? refuseUntil(
        'new-account-mails',
        `More than ${limit} invitation mails of a new account in one day.`,
        limit,
        now,
        nextUtcDay(now),
      )
    : refuseUntil(
        'daily-mails',
        `More than ${limit} invitation mails in one day.`,
        limit,
        now,
        nextUtcDay(now),
      );

/** Throws `rate_limited` when no mail of the UTC day is left, before any work for one is done. */
export const enforceMailCap = async (
  stores: MailStores,
  senders: MailSenders,
  settings: MailSettings,
  now: Date,
): Promise<void> => {
  for (const { key, limit } of await mailCharges(stores, senders, 1, settings, now))
    if ((await stores.quotas.amountTaken(key)) >= limit)
      throw refuseMails(limit, settings.emailDailyCap, now);
};

/**
 * Counts mails against the UTC day of the organizer, and of a caller whose account is new. Throws `rate_limited`; the
 * surrounding unit of work then writes nothing.
 */
export const chargeMails = async (
  stores: MailStores,
  senders: MailSenders,
  mails: number,
  settings: MailSettings,
  now: Date,
): Promise<void> => {
  if (mails === 0) return;
  const { refusal } = await stores.quotas.takeAll(
    await mailCharges(stores, senders, mails, settings, now),
    now,
  );
  if (refusal) throw refuseMails(refusal.limit, settings.emailDailyCap, now);
};
