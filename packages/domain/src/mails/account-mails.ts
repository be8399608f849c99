import type { UserId } from '../ids.ts';
import type { Stores } from '../ports/stores.ts';
import { type DomainError, refuseUntil } from '../problem.ts';
import { accountPolicy } from '../quotas/account-policy.ts';
import type { SlidingCharge } from '../quotas/charge.ts';
import type { DomainSettings } from '../settings.ts';
import { after } from '../time.ts';
import { emailProofPolicy } from './email-proof-policy.ts';
import { mailPolicy } from './mail-policy.ts';

/** Who causes mails: the organizer of the event, and the caller where that is an admin of it. */
export interface MailSenders {
  readonly organizerId: UserId;
  readonly callerId: UserId;
}

type MailStores = Pick<Stores, 'quotas' | 'users'>;
type MailSettings = Pick<DomainSettings, 'emailDailyCap' | 'quotaScale'>;

/** The charges of the organizer's mails, and those of a caller whose account is new. */
const accountCharges = async (
  { users }: Pick<MailStores, 'users'>,
  { organizerId, callerId }: MailSenders,
  mails: number,
  settings: MailSettings,
  now: Date,
): Promise<readonly SlidingCharge[]> => {
  const youngSince = after(now, -accountPolicy.youngFor);
  const cap = settings.emailDailyCap;
  const newCap = settings.quotaScale === 0 ? cap : Math.ceil(mailPolicy.fromNewAccount * settings.quotaScale);
  const charges: SlidingCharge[] = [];
  for (const account of new Set([organizerId, callerId])) {
    const user = await users.find(account);
    const isNew = user !== null && user.createdAt > youngSince;
    const limit = isNew ? Math.min(newCap, cap) : cap;
    if (account === organizerId || isNew)
      charges.push({ key: `mails:${account}`, amount: mails, limit, window: mailPolicy.window });
  }
  return charges;
};

const refuseMails = (limit: number, { emailDailyCap }: MailSettings, until: Date, now: Date): DomainError =>
  limit < emailDailyCap
    ? refuseUntil(
        'new-account-mails',
        `More than ${limit} mails of a new account within 24 hours.`,
        limit,
        now,
        until,
      )
    : refuseUntil('daily-mails', `More than ${limit} mails within 24 hours.`, limit, now, until);

/** Throws `rate_limited` when no mail is left, before any work for one is done. */
export const enforceMailCap = async (
  stores: MailStores,
  senders: MailSenders,
  settings: MailSettings,
  now: Date,
): Promise<void> => {
  for (const { key, limit, window } of await accountCharges(stores, senders, 1, settings, now)) {
    const { count, oldest } = await stores.quotas.usesSince(key, after(now, -window));
    if (count >= limit) throw refuseMails(limit, settings, after(oldest ?? now, window), now);
  }
};

/** The charge of a mail with a code; none where the operator turned quotas off. */
export const codeCharges = (
  account: UserId,
  { quotaScale }: Pick<DomainSettings, 'quotaScale'>,
): readonly SlidingCharge[] =>
  quotaScale === 0
    ? []
    : [
        {
          key: `${codeBudget}:${account}`,
          amount: 1,
          limit: Math.ceil(emailProofPolicy.fromAccount * quotaScale),
          window: mailPolicy.window,
        },
      ];

const codeBudget = 'email-codes';

/** Takes mails from the budgets of who causes them, and `more`. Throws `rate_limited` when one has too little left. */
export const takeMails = async (
  stores: MailStores,
  senders: MailSenders,
  mails: number,
  settings: MailSettings,
  now: Date,
  more: readonly SlidingCharge[] = [],
): Promise<void> => {
  if (mails === 0) return;
  const { refusal } = await stores.quotas.takeAll(
    [...more, ...(await accountCharges(stores, senders, mails, settings, now))],
    now,
  );
  if (!refusal) return;
  const { limit, until, charge } = refusal;
  throw more.includes(charge)
    ? refuseUntil(codeBudget, `More than ${limit} mails of codes within 24 hours.`, limit, now, until)
    : refuseMails(limit, settings, until, now);
};

/** Takes as many of these mails as the budgets have left, and returns their number. It has to run in a unit of work. */
export const takeMailsLeft = async (
  stores: MailStores,
  senders: MailSenders,
  mails: number,
  settings: MailSettings,
  now: Date,
): Promise<number> => {
  if (mails === 0) return 0;
  const charges = await accountCharges(stores, senders, mails, settings, now);
  const { refusal, budgets } = await stores.quotas.takeAll(charges, now);
  if (!refusal) return mails;
  // The refused charges hold their budgets until the unit of work ends: what is left stays.
  const left = Math.max(0, Math.min(...budgets.map(({ charge, taken }) => charge.limit - taken)));
  if (left > 0)
    await stores.quotas.takeAll(
      charges.map((charge) => ({ ...charge, amount: left })),
      now,
    );
  return left;
};
