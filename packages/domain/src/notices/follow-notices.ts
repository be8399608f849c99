import type { Dependencies } from '../dependencies.ts';
import { type Change, newChange } from '../outbox/change.ts';
import type { Job } from '../outbox/job.ts';
import { openDeliveries } from '../webhooks/deliver.ts';
import type { NoticeToAdd } from './notice.ts';

type Stores = Dependencies['stores'];

/** The mails that follow from notices. */
export const mailJobs = async (
  stores: Stores,
  toldNotices: readonly NoticeToAdd[],
): Promise<readonly Job[]> => {
  const notices = new Map(toldNotices.map(({ id, userId }) => [userId, id]));
  const mailboxes = await stores.noticeRecipients.mailboxes([...notices.keys()]);
  return mailboxes.map(({ userId, invitationId }) => {
    const noticeId = notices.get(userId) as string;
    return { queue: 'notice-mails', id: `${noticeId} ${invitationId}`, data: { noticeId, invitationId } };
  });
};

/** Apps of the operator push notices: only the operator's endpoint hears of them. */
export const tellOperator = async (
  stores: Stores,
  ids: Dependencies['ids'],
  { eventId }: Change,
  toldNotices: readonly NoticeToAdd[],
  now: Date,
): Promise<void> => {
  const changes = toldNotices.map(({ id, userId }) =>
    newChange('notice.created', now, { id, eventId, userId, data: { noticeId: id } }),
  );
  if (changes.length > 0) await openDeliveries(stores, ids, changes, now);
};
