import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { mailboxOf } from '../mails/email-address.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import { type FieldFault, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { type Notice, type NoticeSettings, type NoticeSettingsChange, noticePolicy } from './notice.ts';

export interface OfUser {
  readonly userId: UserId;
}

/** The caller's notices, the newest first. Throws `invalid_request`. */
export const listNotices =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ userId, ...paging }: OfUser & Paging): Promise<Paged<Notice> & { readonly unread: number }> =>
    stores.notices.list(userId, toPage(paging));

/** Marks what is not newer than `before` as read. Throws `rate_limited`. */
export const readNotices =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ userId, before }: OfUser & { readonly before: Date }): Promise<void> => {
    await useQuota(dependencies, userId, 'notice-reads');
    await dependencies.stores.notices.markRead(userId, before, dependencies.clock.now());
  };

/** The settings; no mail where the mailbox of the account's address wants none. */
export const getNoticeSettings =
  (dependencies: Pick<Dependencies, 'stores' | 'mailboxKeys'>) =>
  async ({ userId }: OfUser): Promise<NoticeSettings> => {
    const settings = await dependencies.stores.noticeSettings.of(userId);
    const mailbox = settings.email ? await ownMailbox(dependencies, userId) : null;
    const { suppressions } = dependencies.stores;
    const isSuppressed = mailbox !== null && (await suppressions.among([mailbox])).has(mailbox);
    return isSuppressed ? { ...settings, email: false } : settings;
  };

/** The key of the mailbox that the user has proved to be theirs; null without one. */
const ownMailbox = async (
  { stores, mailboxKeys }: Pick<Dependencies, 'stores' | 'mailboxKeys'>,
  userId: UserId,
): Promise<string | null> => {
  const user = await stores.users.find(userId);
  if (!user?.email) return null;
  const [key = null] = await mailboxKeys.keysOf([mailboxOf(user.email)]);
  return key;
};

/** Mails go to the account's address again, unsubscribed or not, once its owner says so. Throws `invalid_request`, `rate_limited`. */
export const changeNoticeSettings =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings' | 'mailboxKeys'>) =>
  async ({ userId, reminders, ...changes }: OfUser & NoticeSettingsChange): Promise<NoticeSettings> => {
    const faults = reminderFaults(reminders);
    if (faults.length > 0) throw refuseInput(...faults);
    await useQuota(dependencies, userId, 'notice-changes');
    const settings = await dependencies.stores.noticeSettings.save(userId, {
      ...changes,
      reminders: [...new Set(reminders)],
    });
    const mailbox = changes.email ? await ownMailbox(dependencies, userId) : null;
    if (mailbox !== null) await dependencies.stores.suppressions.remove(mailbox);
    return settings;
  };

const reminderFaults = (reminders: readonly number[]): readonly FieldFault[] => [
  ...(reminders.length > noticePolicy.reminders
    ? [{ path: '/reminders', message: `must hold at most ${noticePolicy.reminders} entries` }]
    : []),
  ...reminders.flatMap((minutes, index) =>
    Number.isInteger(minutes) &&
    minutes >= noticePolicy.latestReminder &&
    minutes <= noticePolicy.earliestReminder
      ? []
      : [{ path: `/reminders/${index}`, message: 'must be whole minutes from PT5M to P30D' }],
  ),
];
