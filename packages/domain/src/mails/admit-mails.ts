import type { UserId } from '../ids.ts';
import type { MailboxKeys } from '../ports/sources/mailbox-keys.ts';
import type { Stores } from '../ports/stores.ts';
import type { Charge } from '../quotas/charge.ts';
import { nextUtcDay, utcDay } from '../time.ts';
import { mailboxOf } from './email-address.ts';
import { mailPolicy } from './mail-policy.ts';

/** Addresses that no mail goes to, by the reason. */
export interface SuppressedMails {
  /** Over the mails of the UTC day to their mailbox. */
  readonly overBudget: number;
  /** Their owners want no mail. */
  readonly unsubscribed: number;
}

export interface MailAdmission {
  /** The addresses that a mail may be sent to; each has taken one from the budgets of its mailbox. */
  readonly admittedAddresses: readonly string[];
  readonly suppressedMails: SuppressedMails;
}

/**
 * Takes a mail for each address from the budgets of its mailbox, as long as these last, in the order given. The
 * addresses are all different; several may lead to one mailbox. It has to run in the unit of work that sends.
 */
export const admitMails = async (
  { quotas, suppressions }: Pick<Stores, 'quotas' | 'suppressions'>,
  mailboxKeys: MailboxKeys,
  organizer: UserId,
  addresses: readonly string[],
  now: Date,
): Promise<MailAdmission> => {
  const keys = addresses.length > 0 ? await mailboxKeys.keysOf(addresses.map(mailboxOf)) : [];
  const day = utcDay(now);
  const until = nextUtcDay(now);
  const { toMailbox, toMailboxFromOrganizer } = mailPolicy;
  const mails = addresses.map((address, index) => {
    const key = keys[index] as string;
    const charges: readonly Charge[] = [
      { key: `mailbox:${day}:${organizer}:${key}`, amount: 1, limit: toMailboxFromOrganizer, until },
      { key: `mailbox:${day}:${key}`, amount: 1, limit: toMailbox, until },
    ];
    return { address, key, charges };
  });
  const suppressedKeys = keys.length > 0 ? await suppressions.among([...new Set(keys)]) : new Set();
  const candidates = mails.filter(({ key }) => !suppressedKeys.has(key));

  const admittedMails: typeof mails = [];
  // One address of each mailbox at a time, because a step charges a budget once.
  for (const step of steps(candidates, toMailboxFromOrganizer)) {
    const takings = await quotas.takeEach(
      step.map(({ charges }) => charges),
      now,
    );
    admittedMails.push(...step.filter((_, index) => takings[index]?.refusal === null));
  }
  return {
    admittedAddresses: admittedMails.map(({ address }) => address),
    suppressedMails: {
      overBudget: candidates.length - admittedMails.length,
      unsubscribed: mails.length - candidates.length,
    },
  };
};

/** The first mail to each mailbox, then the second, up to `most`; the others are left out. */
const steps = <Mail extends { readonly key: string }>(mails: readonly Mail[], most: number): Mail[][] => {
  const nth = new Map<string, number>();
  const slices: Mail[][] = Array.from({ length: most }, () => []);
  for (const mail of mails) {
    const count = nth.get(mail.key) ?? 0;
    nth.set(mail.key, count + 1);
    slices[count]?.push(mail);
  }
  return slices;
};
