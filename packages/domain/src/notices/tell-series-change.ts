import type { Dependencies } from '../dependencies.ts';
import { noticeEvent } from '../events/notice-event.ts';
import type { EventId } from '../ids.ts';
import type { SuppressedMails } from '../mails/admit-mails.ts';
import { type Change, consumers } from '../outbox/change.ts';
import { type EventContent, type NoticesJob, noticesJob } from '../outbox/job.ts';
import { type ChangeNotice, editTold } from './edit-told.ts';
import { mailSubject, queueMails, tellOperator } from './follow-notices.ts';
import { type NoticeToAdd, noticePolicy } from './notice.ts';
import { queueSms } from './notice-sms.ts';
import { queuePushes } from './queue-pushes.ts';

type Stores = Dependencies['stores'];

/**
 * Tells one page of the guests of several events of a change of their series: each of them once, of the first event that they are
 * a guest of. The job of the next page is added in the same unit of work.
 */
export const tellSeriesChange = async (
  stores: Stores,
  dependencies: Pick<Dependencies, 'ids' | 'mailboxKeys' | 'settings'>,
  { change, contents, after: last }: NoticesJob,
  now: Date,
): Promise<SuppressedMails> => {
  const { ids } = dependencies;
  const openList = contents ?? (await openContents(stores, ids, change, now));
  const [first] = openList;
  const kind = consumers[change.kind].notice?.kind;
  if (!first || !kind) return { overBudget: 0, unsubscribed: 0 };
  const events = openList.map(({ eventId }) => eventId);
  const page = await stores.noticeRecipients.pageOfEvents(events, last ?? null, noticePolicy.pageSize);
  const seriesNotices: NoticeToAdd[] = [];
  for (const { eventId, contentId, actorId } of openList) {
    const guests = page.guests.filter((guest) => guest.eventId === eventId && guest.userId !== actorId);
    if (guests.length === 0) continue;
    const notices = guests.map(({ userId }) => ({ id: ids.next(), userId }));
    const added = await stores.notices.add(contentId, notices, now);
    const content = await stores.notices.find(contentId);
    if (content) await queueSms(stores, dependencies, content, added, now);
    seriesNotices.push(...added);
  }
  if (page.last !== null)
    await stores.jobs.add([noticesJob(ids.next(), { change, contents: openList, after: page.last }, now)]);
  await tellOperator(
    stores,
    ids,
    seriesNotices.map((notice) => ({ ...notice, eventId: change.eventId })),
    now,
  );
  await queuePushes(stores, dependencies.settings, seriesNotices, now);
  const subject = await mailSubject(stores, kind, first.eventId, first.actorId);
  return queueMails(stores, dependencies, subject, seriesNotices, now);
};

const openContents = async (
  stores: Stores,
  ids: Dependencies['ids'],
  change: Change,
  now: Date,
): Promise<readonly EventContent[]> => {
  const newContents: EventContent[] = [];
  const eventIds = change.data.eventIds as readonly EventId[];
  // Changes of the series lock the same edits in this order.
  for (const eventId of eventIds.toSorted()) {
    const seriesNotices = await toldOf(stores, change, eventId, now);
    const kind = consumers[change.kind].notice?.kind;
    if (!seriesNotices || !kind) continue;
    const { key, event, changes, text, actorId = change.actorId } = seriesNotices;
    const content = await stores.notices.open({
      id: ids.next(),
      key,
      kind,
      event,
      changes,
      text,
      createdAt: now,
    });
    newContents.push({ eventId, contentId: content.id, actorId });
  }
  return eventIds.flatMap((id) => newContents.find(({ eventId }) => eventId === id) ?? []);
};

/** What there is to tell of one event, read again now; null when it is out of date. */
const toldOf = async (
  stores: Stores,
  { kind, at }: Change,
  eventId: EventId,
  now: Date,
): Promise<ChangeNotice | null> => {
  const event = await stores.events.find(eventId);
  if (!event || event.takenDown) return null;
  if (kind === 'series.edited')
    return event.status === 'scheduled' && event.endAt > now ? editTold(stores, event) : null;
  return event.status === 'cancelled' && event.endAt > at
    ? { key: `cancelled ${eventId}`, event: noticeEvent(event), changes: null, text: event.cancelReason }
    : null;
};
