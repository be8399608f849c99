import type { Dependencies } from '../dependencies.ts';
import { languageFor } from '../languages/language.ts';
import type { NoticeSmsJob } from '../outbox/job.ts';
import { parsePhone, servesPhone } from '../sign-in/phones/reachable-phone.ts';
import { testCode } from '../sign-in/phones/test-phones.ts';
import { after, day, hour, nextUtcDay } from '../time.ts';
import type { NoticeContent, NoticeToAdd } from './notice.ts';
import { noticeText } from './notice-texts.ts';

export const noticeSmsPolicy = {
  /** What moves an event within this time of its old start is told by SMS. */
  movedWithin: 48 * hour,
  /** For how long it is known whom an SMS about an event went to. */
  memory: 90 * day,
  /** Characters of the title: what happened has to fit behind it into one SMS. */
  titleLength: 50,
} as const;

type Stores = Pick<Dependencies['stores'], 'jobs' | 'noticeRecipients' | 'quotas'>;

/** Whether guests must know of it at once. */
const isUrgent = ({ kind, changes }: Pick<NoticeContent, 'kind' | 'changes'>, now: Date): boolean =>
  kind === 'event_cancelled' ||
  (kind === 'event_changed' &&
    changes?.startAt !== undefined &&
    new Date(changes.startAt.old) <= after(now, noticeSmsPolicy.movedWithin));

/**
 * Queues an SMS to each of these users who comes to the event and has neither a proven address nor a device, one an event and person, as
 * long as the day's SMS last. It has to run in a unit of work.
 * @param listId of the guests of a deleted event
 */
export const queueSms = async (
  stores: Stores,
  { settings }: Pick<Dependencies, 'settings'>,
  content: NoticeContent,
  notices: readonly NoticeToAdd[],
  now: Date,
  listId: string | null = null,
): Promise<void> => {
  const { event } = content;
  if (settings.noticeSms === 'off' || !event || !isUrgent(content, now)) return;
  const users = notices.map(({ userId }) => userId);
  const unreached = await stores.noticeRecipients.withoutAddress(users, event.id, listId, now);
  // Its key begins all others: it is the first in every order of texts, and who holds it waits for none of them.
  const cap = { key: 'notice-sms', amount: 1, limit: settings.noticeSmsDailyCap, until: nextUtcDay(now) };
  for (const userId of unreached) {
    const key = `${cap.key}:${event.id}:${userId}`;
    const once = { key, amount: 1, limit: 1, until: after(now, noticeSmsPolicy.memory) };
    // Whom the cap leaves out may hear of what comes later.
    const { refusal } = await stores.quotas.takeAll([cap, once], now);
    if (refusal?.charge.key === cap.key) return;
    if (refusal) continue;
    const data = { contentId: content.id, userId };
    await stores.jobs.add([{ queue: 'notice-sms', id: `${content.id} ${userId}`, data, dueAt: now }]);
  }
};

/**
 * Sends the SMS of a notice, at least once; false when it must no longer be sent. An event that was cancelled or deleted meanwhile is told
 * as that: its guests get no other SMS. Rejects when it should be retried.
 */
export const deliverNoticeSms =
  ({
    stores,
    clock,
    phones,
    settings,
    smsSender,
  }: Pick<Dependencies, 'stores' | 'clock' | 'phones' | 'settings' | 'smsSender'>) =>
  async ({ contentId, userId }: NoticeSmsJob): Promise<boolean> => {
    const [content, user] = await Promise.all([stores.notices.find(contentId), stores.users.find(userId)]);
    if (!content?.event || !user || user.suspendedAt) return false;
    const event = await stores.events.find(content.event.id);
    const isOff = !event || event.status === 'cancelled';
    if (event?.takenDown && !isOff) return false;
    const now = clock.now();
    const isConcerned =
      !event || (await stores.noticeRecipients.withoutAddress([userId], event.id, null, now)).length > 0;
    if (!isConcerned) return false;
    const phone = parsePhone(phones, user.phone);
    const isTest = testCode(settings, user.phone, now) !== null;
    if (isTest || !servesPhone(phone, settings)) return false;
    const kind = isOff ? 'event_cancelled' : content.kind;
    const { title, body } = noticeText(
      { ...content, kind, activity: null },
      languageFor(user.locale),
      noticeSmsPolicy.titleLength,
    );
    await smsSender.sendText({ id: `${contentId}-${userId}`, phone: user.phone, text: `${title}. ${body}` });
    return true;
  };
