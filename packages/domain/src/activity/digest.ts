import type { Dependencies } from '../dependencies.ts';
import type { MailOutcome } from '../invitations/invitation.ts';
import { languageFor } from '../languages/language.ts';
import { admitMails, type SuppressedMails } from '../mails/admit-mails.ts';
import { mailboxOf } from '../mails/email-address.ts';
import type { DigestMailJob } from '../outbox/job.ts';
import { activityPolicy } from './activity.ts';

/**
 * Queues the digests that are due, each for every mailbox of its user. Any number of processes may call it at once. Returns
 * the mails that are left out.
 */
export const queueDigests =
  (dependencies: Pick<Dependencies, 'clock' | 'unitOfWork' | 'mailboxKeys' | 'settings'>) =>
  (): Promise<SuppressedMails> =>
    dependencies.unitOfWork.run(async (stores) => {
      const now = dependencies.clock.now();
      const digests = await stores.activity.takeDigests(activityPolicy.digests, now);
      const mailboxes = await stores.noticeRecipients.mailboxes(digests.map(({ userId }) => userId));
      const subject = { kind: 'event_activity', eventId: null, senders: null } as const;
      const { admittedMails, suppressedMails } = await admitMails(
        stores,
        dependencies,
        subject,
        mailboxes,
        now,
      );
      const sinceOf = new Map(digests.map(({ userId, since }) => [userId, since.toISOString()]));
      await stores.jobs.add(
        admittedMails.map(({ userId, invitationId }) => {
          const data = { userId, invitationId, since: sinceOf.get(userId) as string };
          const id = `${userId} ${invitationId ?? 'account'} ${data.since}`;
          return { queue: 'digest-mails', id, data, dueAt: now };
        }),
      );
      return suppressedMails;
    });

/**
 * Mails a digest, at least once; null when there is nothing in it any more: what was read meanwhile is left out. Rejects when it
 * should be retried.
 */
export const deliverDigest =
  ({ stores, noticeMailer, mailboxKeys }: Pick<Dependencies, 'stores' | 'noticeMailer' | 'mailboxKeys'>) =>
  async ({ userId, invitationId, since }: DigestMailJob): Promise<MailOutcome | 'unsubscribed' | null> => {
    const mailboxes = await stores.noticeRecipients.mailboxes([userId]);
    const mailbox = mailboxes.find((one) => one.invitationId === invitationId);
    const notices = mailbox
      ? await stores.activity.unread(userId, new Date(since), activityPolicy.digestEvents)
      : [];
    if (!mailbox || notices.length === 0) return null;
    const [key = ''] = await mailboxKeys.keysOf([mailboxOf(mailbox.email)]);
    if ((await stores.suppressions.among([key])).has(key)) return 'unsubscribed';
    return noticeMailer.sendDigest({
      ...{ id: `${userId}-${Date.parse(since)}`, email: mailbox.email, notices },
      unsubscribeToken: await mailboxKeys.tokenOf(key),
      language: languageFor((await stores.users.find(userId))?.locale),
    });
  };
