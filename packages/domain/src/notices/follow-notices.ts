import type { Dependencies } from '../dependencies.ts';
import type { EventId, UserId } from '../ids.ts';
import { admitMails, type MailSubject, type SuppressedMails } from '../mails/admit-mails.ts';
import { mailboxOf } from '../mails/email-address.ts';
import { mailPolicy } from '../mails/mail-policy.ts';
import { type Change, type NoticeKind, newChange } from '../outbox/change.ts';
import { openDeliveries } from '../webhooks/deliver.ts';
import type { NoticeToAdd } from './notice.ts';

type Stores = Dependencies['stores'];

/** Queues the mails that follow from notices, to each mailbox of a user one; those over a budget are left out. */
export const queueMails = async (
  stores: Stores,
  dependencies: Pick<Dependencies, 'mailboxKeys' | 'settings'>,
  subject: MailSubject,
  toldNotices: readonly NoticeToAdd[],
  now: Date,
): Promise<SuppressedMails> => {
  const notices = new Map(toldNotices.map(({ id, userId }) => [userId, id]));
  const mails = await stores.noticeRecipients.mailboxes([...notices.keys()]);
  const mailboxes = new Map(mails.map((mail) => [`${mail.userId} ${mailboxOf(mail.email)}`, mail] as const));
  const { admittedMails, suppressedMails } = await admitMails(
    stores,
    dependencies,
    subject,
    [...mailboxes.values()],
    now,
  );
  await stores.jobs.add(
    admittedMails.map(({ userId, invitationId }) => {
      const noticeId = notices.get(userId) as string;
      const data = { noticeId, invitationId };
      return { queue: 'notice-mails', id: `${noticeId} ${invitationId ?? 'account'}`, data, dueAt: now };
    }),
  );
  return suppressedMails;
};

/** What mails about a change say. Reminders and the like have no sender: their users asked for them. */
export const mailSubject = async (
  { events }: Pick<Stores, 'events'>,
  kind: NoticeKind,
  eventId: EventId | null,
  actorId: UserId | null,
): Promise<MailSubject> => {
  if (!eventId || !mailPolicy.organizersNotices.includes(kind)) return { kind, eventId, senders: null };
  // A deleted event is the one of who deleted it.
  const organizerId = (await events.find(eventId))?.organizerId ?? actorId;
  const senders = organizerId && { organizerId, callerId: actorId ?? organizerId };
  return { kind, eventId, senders };
};

/** Apps of the operator push notices: only the operator's endpoint hears of them. */
export const tellOperator = async (
  stores: Stores,
  ids: Dependencies['ids'],
  toldNotices: readonly (NoticeToAdd & Pick<Change, 'eventId'>)[],
  now: Date,
): Promise<void> => {
  const changes = toldNotices.map(({ id, userId, eventId }) =>
    newChange('notice.created', now, { id, eventId, userId, data: { noticeId: id } }),
  );
  if (changes.length > 0) await openDeliveries(stores, ids, changes, now);
};
