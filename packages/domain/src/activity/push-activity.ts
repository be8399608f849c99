import type { Dependencies } from '../dependencies.ts';
import type { NoticeToAdd } from '../notices/notice.ts';
import { queuePushes } from '../notices/queue-pushes.ts';
import type { ActivityPushJob } from '../outbox/job.ts';
import { after } from '../time.ts';
import { activityPolicy } from './activity.ts';

type Pushing = Pick<Dependencies, 'settings'>;

/** Pushes notices of activity, or later what came too early after the last push about their event. It has to run in a unit of work. */
export const queueActivityPushes = async (
  stores: Dependencies['stores'],
  { settings }: Pushing,
  told: readonly (NoticeToAdd & Pick<ActivityPushJob, 'eventId'>)[],
  now: Date,
): Promise<void> => {
  const targets = await stores.pushes.targets([...new Set(told.map(({ userId }) => userId))], now);
  const usersWithDevice = new Set(targets.map(({ userId }) => userId));
  const reachable = told.filter(({ userId }) => usersWithDevice.has(userId));
  const takings = await stores.quotas.takeEach(
    reachable.map(({ userId, eventId }) => [
      {
        key: `activity-push:${userId}:${eventId}`,
        ...{ amount: 1, limit: 1, until: after(now, activityPolicy.pushPause) },
      },
    ]),
    now,
  );
  const pauses = reachable.map((notice, index) => ({ ...notice, until: takings[index]?.refusal?.until }));
  await queuePushes(
    stores,
    settings,
    pauses.filter(({ until }) => !until),
    now,
    ` ${now.toISOString()}`,
  );
  await stores.jobs.add(
    pauses.flatMap(({ id: noticeId, userId, eventId, until: dueAt }) =>
      dueAt
        ? [
            {
              ...({ queue: 'activity-pushes', id: `${noticeId} ${dueAt.toISOString()}` } as const),
              ...{ data: { noticeId, userId, eventId }, dueAt },
            },
          ]
        : [],
    ),
  );
};

/** Pushes a notice of activity after the pause; one that was read meanwhile is none, and starts no pause. */
export const pushActivity =
  ({ clock, unitOfWork, settings }: Pick<Dependencies, 'clock' | 'unitOfWork' | 'settings'>) =>
  ({ noticeId: id, userId, eventId }: ActivityPushJob): Promise<void> =>
    unitOfWork.run(async (stores) => {
      if (await stores.activity.isUnread(id))
        await queueActivityPushes(stores, { settings }, [{ id, userId, eventId }], clock.now());
    });
