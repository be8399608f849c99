import type { Dependencies } from '../dependencies.ts';
import { groupedBy } from '../grouped-by.ts';
import type { EventId, UserId } from '../ids.ts';
import type { NoticeKind } from '../outbox/change.ts';
import type { MailboxKeys } from '../ports/sources/mailbox-keys.ts';
import type { Stores } from '../ports/stores.ts';
import type { SlidingCharge } from '../quotas/charge.ts';
import { codeCharges, type MailSenders, takeMails, takeMailsLeft } from './account-mails.ts';
import { mailboxOf } from './email-address.ts';
import { emailProofPolicy } from './email-proof-policy.ts';
import { mailPolicy } from './mail-policy.ts';

/** What mails say: an invitation by mail, the code that proves an address, or a notice of that kind. */
export interface MailSubject {
  readonly kind: 'invitation' | 'code' | NoticeKind;
  readonly eventId: EventId | null;
  /** Null for mails that nobody else causes. */
  readonly senders: MailSenders | null;
}

/** A mail that is about to be queued. */
export interface MailToQueue {
  readonly email: string;
  /** Who is told; null for an address that nobody may have accepted at. */
  readonly userId: UserId | null;
}

/** Mails that are not queued, by the reason. */
export interface SuppressedMails {
  /** Over a budget of their mailbox or account. */
  readonly overBudget: number;
  /** Their owners want no mail. */
  readonly unsubscribed: number;
}

export interface MailAdmission<Mail extends MailToQueue> {
  /** The mails to queue; each has taken one from all of its budgets. */
  readonly admittedMails: readonly Mail[];
  readonly suppressedMails: SuppressedMails;
}

type MailStores = Pick<Stores, 'quotas' | 'suppressions' | 'users'>;

/** A mail with the key of its mailbox. */
export interface KeyedMail<Mail> {
  readonly mail: Mail;
  readonly key: string;
}

const keyed = async <Mail extends Pick<MailToQueue, 'email'>>(
  mailboxKeys: MailboxKeys,
  mails: readonly Mail[],
): Promise<readonly KeyedMail<Mail>[]> => {
  const keys = await mailboxKeys.keysOf(mails.map(({ email }) => mailboxOf(email)));
  return mails.map((mail, index) => ({ mail, key: keys[index] as string }));
};

/** Of these mails those whose mailbox wants mail. */
export const wantedMails = async <Mail extends Pick<MailToQueue, 'email'>>(
  { suppressions }: Pick<Stores, 'suppressions'>,
  mailboxKeys: MailboxKeys,
  mails: readonly Mail[],
): Promise<readonly KeyedMail<Mail>[]> => {
  if (mails.length === 0) return [];
  const keyedMails = await keyed(mailboxKeys, mails);
  const suppressedKeys = await suppressions.among([...new Set(keyedMails.map(({ key }) => key))]);
  return keyedMails.filter(({ key }) => !suppressedKeys.has(key));
};

/**
 * Takes each mail from the budgets of its account and its mailbox, in the order given, as long as these last: the one place
 * where mails are counted, whatever they say. It has to run in the unit of work that queues them. Invitations by mail and codes over
 * the account's budget are refused: throws `rate_limited`. Codes go to mailboxes that want no other mail, too. All other mails over a budget are left out, and only the operator's
 * metrics may tell: others would learn what a mailbox gets.
 */
export const admitMails = async <Mail extends MailToQueue>(
  stores: MailStores,
  { mailboxKeys, settings }: Pick<Dependencies, 'mailboxKeys' | 'settings'>,
  subject: MailSubject,
  mails: readonly Mail[],
  now: Date,
): Promise<MailAdmission<Mail>> => {
  const isCode = subject.kind === 'code';
  const keyedMails = isCode ? await keyed(mailboxKeys, mails) : await wantedMails(stores, mailboxKeys, mails);
  const { senders } = subject;
  let left = keyedMails.length;
  // Budgets of accounts come before those of mailboxes in all units of work: none waits for another that waits for it.
  if (senders && isCode)
    await takeMails(stores, senders, left, settings, now, codeCharges(senders.callerId, settings));
  else if (senders && subject.kind === 'invitation') await takeMails(stores, senders, left, settings, now);
  else if (senders) left = await takeMailsLeft(stores, senders, left, settings, now);
  const admittedMails: Mail[] = [];
  // One mail to each mailbox at a time, because a step charges a budget once.
  for (const step of steps(keyedMails.slice(0, left))) {
    const takings = await stores.quotas.takeEach(
      step.map(({ key, mail }) => chargesOf(key, mail, subject)),
      now,
    );
    admittedMails.push(
      ...step.flatMap(({ mail }, index) => (takings[index]?.refusal === null ? [mail] : [])),
    );
  }
  return {
    admittedMails,
    suppressedMails: {
      overBudget: keyedMails.length - admittedMails.length,
      unsubscribed: mails.length - keyedMails.length,
    },
  };
};

/**
 * The key of the mailbox's own budget is the first of all that name the mailbox, in every order of texts: who holds it waits for
 * none of the others.
 */
const chargesOf = (
  mailbox: string,
  { userId }: MailToQueue,
  { kind, eventId, senders }: MailSubject,
): readonly SlidingCharge[] => {
  const charge = (limit: number, ...names: readonly (string | null)[]): SlidingCharge => ({
    key: ['mailbox', mailbox, ...names].join(':'),
    amount: 1,
    limit,
    window: mailPolicy.window,
  });
  const organizer = senders?.organizerId ?? null;
  const all = charge(mailPolicy.toMailbox);
  switch (kind) {
    case 'invitation':
      return [
        all,
        charge(mailPolicy.invitationsToMailbox, 'invitations'),
        charge(mailPolicy.invitationsFromOrganizer, 'invitations', organizer),
      ];
    // Beside the budget of all others: it is what an owner waits for.
    case 'code':
      return [charge(emailProofPolicy.toMailbox, 'codes')];
    case 'announcement':
      return [all, charge(mailPolicy.announcementsFromOrganizer, 'announcements', organizer)];
    case 'invitation_received':
      return [all, charge(mailPolicy.toldInvitations, 'told', eventId, userId)];
    default:
      return [all];
  }
};

/** The first mail to each mailbox, then the second, up to the most that a mailbox gets; the others are left out. */
const steps = <Mail>(mails: readonly KeyedMail<Mail>[]): readonly (readonly KeyedMail<Mail>[])[] => {
  const mailboxes = groupedBy(mails, ({ key }) => key);
  const most = Math.min(
    mailPolicy.toMailbox,
    Math.max(0, ...[...mailboxes.values()].map(({ length }) => length)),
  );
  return Array.from({ length: most }, (_, nth) =>
    [...mailboxes.values()].flatMap((ownMails) => ownMails[nth] ?? []),
  );
};
