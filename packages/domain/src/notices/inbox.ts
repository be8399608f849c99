import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import { type FieldFault, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { type Notice, type NoticeSettings, noticePolicy } from './notice.ts';

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
    await useQuota(dependencies, userId, 'notice-changes');
    await dependencies.stores.notices.markRead(userId, before, dependencies.clock.now());
  };

export const getNoticeSettings =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  ({ userId }: OfUser): Promise<NoticeSettings> =>
    stores.noticeSettings.of(userId);

/** Throws `invalid_request`, `rate_limited`. */
export const changeNoticeSettings =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ userId, email, reminders }: OfUser & NoticeSettings): Promise<NoticeSettings> => {
    const faults = reminderFaults(reminders);
    if (faults.length > 0) throw refuseInput(...faults);
    await useQuota(dependencies, userId, 'notice-changes');
    const settings = { email, reminders: [...new Set(reminders)] };
    await dependencies.stores.noticeSettings.save(userId, settings);
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
