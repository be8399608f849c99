import type { Dependencies } from '../dependencies.ts';
import type { EventRecord } from '../events/event.ts';
import { noticeEvent } from '../events/notice-event.ts';
import type { EventId, UserId } from '../ids.ts';
import type { SuppressedMails } from '../mails/admit-mails.ts';
import { type Change, consumers } from '../outbox/change.ts';
import { type NoticesJob, noticesJob } from '../outbox/job.ts';
import { after } from '../time.ts';
import { type ChangeNotice, editTold } from './edit-told.ts';
import { mailSubject, queueMails, tellOperator } from './follow-notices.ts';
import { type NoticeContent, noticePolicy, type Recipients } from './notice.ts';
import { queueSms } from './notice-sms.ts';
import { outToldOf } from './out-told.ts';
import { queuePushes } from './queue-pushes.ts';
import { tellSeriesChange } from './tell-series-change.ts';

type Stores = Dependencies['stores'];

/** What is told, and who is not told of it. */
interface OpenNotice {
  readonly content: NoticeContent;
  readonly actorId: UserId | null;
}

const noMails: SuppressedMails = { overBudget: 0, unsubscribed: 0 };

/** The holder of a booking that was confirmed at once knows of it: it is confirmed by mail. */
const isKnown = ({ kind, data }: Change): boolean => kind === 'booking.confirmed' && !data.isPromotion;

/**
 * Tells one page of people of a change, in one transaction with the job of the next page: a page that is told again after
 * a crash tells no user twice. What is out of date by now tells no user. Returns how many mails of the page were left out.
 */
export const tellChange =
  (dependencies: Pick<Dependencies, 'clock' | 'ids' | 'unitOfWork' | 'mailboxKeys' | 'settings'>) =>
  (job: NoticesJob): Promise<SuppressedMails> =>
    dependencies.unitOfWork.run(async (stores) => {
      const { clock, ids } = dependencies;
      const now = clock.now();
      const { change, contentId, after: last } = job;
      if (change.data.eventIds) return tellSeriesChange(stores, dependencies, job, now);
      const openNotice = contentId
        ? await reopenContent(stores, change, contentId)
        : await openContent(stores, change, ids.next(), now);
      const recipients = openNotice && (await recipientsOf(stores, change));
      if (!recipients) return noMails;
      const { content, actorId } = openNotice;
      const page = await stores.noticeRecipients.page(recipients, last ?? null, noticePolicy.pageSize, now);
      const isMailOnly = isKnown(change);
      if (isMailOnly && (await stores.noticeRecipients.mailboxes(page.users)).length === 0) return noMails;
      const notices = await stores.notices.add(
        content.id,
        page.users
          .filter((userId) => isMailOnly || userId !== actorId)
          .map((userId) => ({ id: ids.next(), userId })),
        now,
        isMailOnly,
      );
      if (page.last !== null)
        await stores.jobs.add([
          noticesJob(
            ids.next(),
            { change: { ...change, actorId }, contentId: content.id, after: page.last },
            now,
          ),
        ]);
      if (!isMailOnly) {
        const { eventId } = change;
        await tellOperator(
          stores,
          ids,
          notices.map((notice) => ({ ...notice, eventId })),
          now,
        );
        await queuePushes(stores, dependencies.settings, notices, now);
      }
      const listId = recipients.to === 'guest-list' ? recipients.listId : null;
      await queueSms(stores, dependencies, content, notices, now, listId);
      const mailed = await mailedAmong(stores, recipients, last ?? null, now);
      return queueMails(
        stores,
        dependencies,
        await mailSubject(stores, content.kind, change.eventId, actorId),
        notices.filter(({ userId }) => mailed === null || mailed.has(userId)),
        now,
      );
    }, 'bulk');

/**
 * Who of a page is mailed, null for everybody: an invited user has not asked for mails, so that announcements to them stay in
 * their inbox.
 */
const mailedAmong = async (
  { noticeRecipients }: Pick<Stores, 'noticeRecipients'>,
  recipients: Recipients,
  last: UserId | null,
  now: Date,
): Promise<ReadonlySet<UserId> | null> => {
  if (recipients.to !== 'audience' || !recipients.groups.includes('invited')) return null;
  const groups = recipients.groups.filter((group) => group !== 'invited');
  // They are among the recipients: as many of them reach as far as the page does, or further.
  const { users } = await noticeRecipients.page({ ...recipients, groups }, last, noticePolicy.pageSize, now);
  return new Set(users);
};

const openContent = async (
  stores: Stores,
  change: Change,
  id: string,
  now: Date,
): Promise<OpenNotice | null> => {
  const { notice } = consumers[change.kind];
  const notices = notice && (await toldOf(stores, change, now));
  if (!notices) return null;
  const { key, event, changes, text, actorId = change.actorId } = notices;
  const content = { id, key, kind: notice.kind, event, changes, text, createdAt: now };
  return { content: await stores.notices.open(content), actorId };
};

const reopenContent = async (
  stores: Stores,
  { actorId }: Change,
  contentId: string,
): Promise<OpenNotice | null> => {
  const content = await stores.notices.find(contentId);
  return content && { content, actorId };
};

/** What there is to tell, read again now; null when it is out of date. */
const toldOf = async (stores: Stores, change: Change, now: Date): Promise<ChangeNotice | null> => {
  const { kind, eventId, data } = change;
  if (kind === 'session.opened' || kind === 'webhook.disabled' || kind === 'email.removed')
    return { key: change.id, event: null, changes: null, text: null };
  if (!eventId) return null;
  if (kind === 'event.deleted')
    return { key: `cancelled ${eventId}`, event: null, changes: null, text: null };
  const event = await stores.events.find(eventId);
  if (!event) return null;
  const about = (key: string, text: string | null = null): ChangeNotice => ({
    key,
    event: noticeEvent(event),
    changes: null,
    text,
  });
  const isScheduled = event.status === 'scheduled' && event.endAt > now && !event.takenDown;
  switch (kind) {
    case 'event.edited':
      return isScheduled ? editTold(stores, event) : null;
    case 'event.cancelled':
      return event.status === 'cancelled' && (data.wasPostponed || event.endAt > change.at)
        ? about(`cancelled ${eventId}`, event.cancelReason)
        : null;
    case 'event.postponed':
      return event.status === 'postponed' && event.endAt > change.at && !event.takenDown
        ? about(`postponed ${eventId} ${data.sequence}`)
        : null;
    case 'event.taken_down':
      return event.takenDown && event.endAt > change.at ? takeDownTold(event, change) : null;
    case 'reminder.due':
      return isScheduled && isReminderTimely(event, change, now)
        ? about(`reminder ${eventId} ${data.minutes} ${data.startAt}`)
        : null;
    case 'announcement.made': {
      const announcement = await stores.announcements.find(data.announcementId as string);
      return announcement && about(change.id, announcement.text);
    }
    case 'invitation.sent':
    case 'booking.confirmed':
      return isScheduled && (await isStillSo(stores, event.id, change)) ? about(change.id) : null;
    case 'guest.removed':
      return event.endAt > change.at ? outToldOf(event, change) : null;
    default:
      return null;
  }
};

/** Who cancelled a confirmed booking meanwhile, or was removed, is not told of the event as it is by now. */
const isStillSo = async (
  { bookings }: Pick<Stores, 'bookings'>,
  eventId: EventId,
  { kind, userId, data }: Change,
): Promise<boolean> => {
  if (kind !== 'booking.confirmed') return true;
  // Each booking has a user.
  const booking = (await bookings.ofUser(userId as UserId, [eventId])).get(eventId);
  return !!booking && booking.id === data.bookingId && booking.status === 'confirmed';
};

/** To its guests it is as cancelled; they are not told why. */
const takeDownTold = (event: EventRecord, change: Change): ChangeNotice => {
  const notices = outToldOf(event, change);
  return { ...notices, event: notices.event && { ...notices.event, status: 'cancelled' } };
};

/** Moved events have another reminder. */
const isReminderTimely = (event: EventRecord, { data, at }: Change, now: Date): boolean =>
  event.startAt.toISOString() === data.startAt && now <= after(at, noticePolicy.reminderLateness);

const recipientsOf = async (
  stores: Stores,
  { id, kind, eventId, userId, data, at }: Change,
): Promise<Recipients | null> => {
  const to = consumers[kind].notice?.to;
  if (to === 'guest-list') return { to, listId: id };
  if (to === 'user') return userId && { to, userId };
  if (!eventId) return null;
  if (to === 'guests') return { to, eventId };
  if (to === 'guests-to-remind') return { to, eventId, minutes: data.minutes as number };
  if (to === 'invitees') return { to, eventId, sentAt: at };
  const announcement = await stores.announcements.find(data.announcementId as string);
  const event = announcement && (await stores.events.find(eventId));
  if (!event) return null;
  const { to: groups, authorId } = announcement;
  return { to: 'audience', eventId, groups, organizerId: event.organizerId, authorId };
};
