import type { UserId } from '../ids.ts';
import type { Stores } from '../ports/stores.ts';
import { refuseUntil } from '../problem.ts';
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

/**
 * Counts mails against the UTC day of the organizer, and of a caller whose account is new. Throws `rate_limited`; the
 * surrounding unit of work then writes nothing.
 */
export const chargeMails = async (
  { quotas, users }: Pick<Stores, 'quotas' | 'users'>,
  { organizerId, callerId }: MailSenders,
  mails: number,
  settings: Pick<DomainSettings, 'emailDailyCap' | 'quotaScale'>,
  now: Date,
): Promise<void> => {
  if (mails === 0) return;
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
  const { refusal } = await quotas.takeAll(charges, now);
  if (!refusal) return;
  const { limit } = refusal;
  throw limit < cap
    ? refuseUntil(
        'new-account-mails',
        `More than ${limit} invitation mails of a new account in one day.`,
        limit,
        now,
        until,
      )
    : refuseUntil('daily-mails', `More than ${limit} invitation mails in one day.`, limit, now, until);
};
