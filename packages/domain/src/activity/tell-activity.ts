import type { Dependencies } from '../dependencies.ts';
import type { NoticeEvent } from '../events/notice-event.ts';
import { groupedBy } from '../grouped-by.ts';
import { daysAfter, instantOn, localDateOf } from '../local-time/local-instant.ts';
import { tellOperator } from '../notices/follow-notices.ts';
import type { ActivityEntry, ActivityToTell } from './activity.ts';
import { activityPolicy, countActivity } from './activity.ts';
import { queueActivityPushes } from './push-activity.ts';

type Stores = Dependencies['stores'];
type Telling = Pick<Dependencies, 'clock' | 'ids' | 'unitOfWork' | 'settings'>;

/**
 * Tells managers what people did at their events: one notice an event while it is unread. Any number of processes may call it at
 * once. Returns how many entries it told of.
 */
export const tellActivity = (dependencies: Telling) => async (): Promise<number> => {
  let told = 0;
  for (let batch = 0; batch < activityPolicy.batches; batch += 1) {
    const size = await tellBatch(dependencies);
    told += size;
    if (size < activityPolicy.batchSize) break;
  }
  return told;
};

const tellBatch = ({ clock, ids, unitOfWork, settings }: Telling): Promise<number> =>
  unitOfWork.run(async (stores) => {
    const entries = await stores.activity.take(activityPolicy.batchSize);
    if (entries.length === 0) return 0;
    const now = clock.now();
    const entriesOf = groupedBy(entries, ({ eventId }) => eventId);
    const managedEvents = await stores.activity.managed([...entriesOf.keys()], now);
    const activities = managedEvents.flatMap(({ event, managerIds }): readonly ActivityToTell[] => {
      const contentId = ids.next();
      return managerIds.flatMap((userId) => {
        const activity = countActivity(entriesOf.get(event.id) as readonly ActivityEntry[], userId);
        return activity ? [{ ...activity, id: ids.next(), contentId, userId, event }] : [];
      });
    });
    if (activities.length > 0) await tellAll(stores, { ids, settings }, activities, now);
    return entries.length;
  });

const tellAll = async (
  stores: Stores,
  { ids, settings }: Pick<Dependencies, 'ids' | 'settings'>,
  activities: readonly ActivityToTell[],
  now: Date,
): Promise<void> => {
  const toldActivities = await stores.activity.tell(activities, now);
  await tellOperator(
    stores,
    ids,
    toldActivities.filter(({ isNew }) => isNew),
    now,
  );
  await queueActivityPushes(stores, { settings }, toldActivities, now);
  const soonest = new Map<string, ActivityToTell>();
  for (const activity of activities) {
    const other = soonest.get(activity.userId);
    if (!other || activity.event.startAt < other.event.startAt) soonest.set(activity.userId, activity);
  }
  await stores.activity.planDigests(
    [...soonest.values()].map(({ userId, event }) => ({
      userId,
      startAt: event.startAt,
      dueAt: nextDigest(event, now),
    })),
    now,
  );
};

/** The next morning where the event is. */
export const nextDigest = ({ timeZone }: Pick<NoticeEvent, 'timeZone'>, now: Date): Date => {
  const today = localDateOf(now, timeZone);
  const morning = instantOn(today, activityPolicy.digestAt, timeZone);
  return morning > now ? morning : instantOn(daysAfter(today, 1), activityPolicy.digestAt, timeZone);
};
