import type { Dependencies } from '../dependencies.ts';
import type { Platform } from '../devices/platform.ts';
import { groupedBy } from '../grouped-by.ts';
import type { Job, PushJob, PushQueue } from '../outbox/job.ts';
import type { NoticeToAdd } from './notice.ts';

/** Each provider has a queue of its own: one that hangs delays no other. */
const queueOf: Readonly<Record<Platform, PushQueue>> = {
  fcm: 'push-fcm',
  apns: 'push-apns',
  apns_sandbox: 'push-apns',
  expo: 'push-expo',
  web: 'push-web',
};

export const pushJob = (
  platform: Platform,
  id: string,
  data: PushJob,
  dueAt: Date,
  share: string | null | undefined,
): Job => ({ queue: queueOf[platform], id, data, dueAt, ...(share && { share }) });

/**
 * Queues the pushes that follow from notices, one for each device of their users. The same notice is told again under
 * another `occasion`.
 */
export const queuePushes = async (
  stores: Pick<Dependencies['stores'], 'jobs' | 'pushes'>,
  { push }: Pick<Dependencies['settings'], 'push'>,
  notices: readonly NoticeToAdd[],
  now: Date,
  occasion = '',
): Promise<void> => {
  if (notices.length === 0 || push.platforms.length === 0) return;
  const noticeIds = groupedBy(notices, ({ userId }) => userId);
  const targets = await stores.pushes.targets([...noticeIds.keys()], now);
  await stores.jobs.add(
    targets.flatMap(({ userId, id: deviceId, platform, share }) =>
      (noticeIds.get(userId) as readonly NoticeToAdd[]).map(({ id: noticeId }) =>
        pushJob(
          platform,
          `${noticeId} ${deviceId}${occasion}`,
          { noticeId, deviceId, attempt: 0 },
          now,
          share,
        ),
      ),
    ),
  );
};
