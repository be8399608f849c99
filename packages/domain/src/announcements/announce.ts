import type { Dependencies } from '../dependencies.ts';
import { eventToRead, managedEvent } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { AnnouncementGroup } from '../notices/notice.ts';
import { newChange } from '../outbox/change.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import { type FieldFault, refuse, refuseInput, refuseUntil } from '../problem.ts';
import { textFaults } from '../text.ts';
import { after } from '../time.ts';
import { type Announcement, announcementGroups, announcementPolicy } from './announcement.ts';

export interface Announce {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly text: string;
  readonly to: readonly AnnouncementGroup[];
}

/** What is wrong with a text and whom it is for; empty when it can be announced. */
export const announcementFaults = ({ text, to }: Pick<Announce, 'text' | 'to'>): readonly FieldFault[] => [
  ...textFaults('/text', text, { maxLength: limits.announcementLength, isMultiLine: true }),
  ...(to.length === 0 || !to.every((group) => announcementGroups.includes(group))
    ? [{ path: '/to', message: `must name one or more of ${announcementGroups.join(', ')}` }]
    : []),
];

/**
 * Tells groups of people of an event a text. For its organizer and admins. Returns how many are told, who blocks the
 * organizer is not. Throws `invalid_request`, `event_not_found`, `forbidden`, `rate_limited` (five a day for an event).
 */
export const announce =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'settings'>) =>
  async ({ callerId, text, to, ...ref }: Announce) => {
    const faults = announcementFaults({ text, to });
    if (faults.length > 0) throw refuseInput(...faults);
    const { eventId, organizerId } = await managedEvent(dependencies, ref.eventId, callerId);
    const { clock, ids, settings, unitOfWork } = dependencies;
    const now = clock.now();
    const groups = announcementGroups.filter((group) => to.includes(group));
    const announcement: Announcement = {
      id: ids.next(),
      eventId,
      authorId: callerId,
      text,
      to: groups,
      createdAt: now,
    };
    return unitOfWork.run(async (stores) => {
      if (settings.quotaScale > 0) {
        const limit = Math.max(1, Math.ceil(announcementPolicy.perDay * settings.quotaScale));
        const until = after(now, announcementPolicy.span);
        const charge = { key: `announcements:${eventId}`, amount: 1, limit, until };
        const { refusal } = await stores.quotas.takeAll([charge], now);
        if (refusal) {
          const detail = `More than ${limit} announcements of one event within 24 hours.`;
          throw refuseUntil('announcements', detail, limit, now, refusal.until);
        }
      }
      await stores.announcements.add(announcement);
      await stores.outbox.add([
        newChange('announcement.made', now, {
          id: ids.next(),
          eventId,
          actorId: callerId,
          data: { announcementId: announcement.id },
        }),
      ]);
      const recipients = await stores.noticeRecipients.count(
        { to: 'audience', eventId, groups, organizerId, authorId: callerId },
        now,
      );
      return { id: announcement.id, recipients };
    });
  };

/**
 * The announcements of an event, the newest first, for those tied to it. Throws `invalid_request`, `event_not_found`,
 * `forbidden`.
 */
export const listAnnouncements =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({
    eventId,
    callerId,
    ...paging
  }: { readonly eventId: string; readonly callerId: UserId } & Paging): Promise<Paged<Announcement>> => {
    const page = toPage(paging);
    const access = await eventToRead(dependencies, eventId, callerId);
    const { announcements } = dependencies.stores;
    const isTied =
      access.standing !== 'guest' ||
      (await announcements.isTied(access.eventId, callerId, dependencies.clock.now()));
    if (!isTied) throw refuse('forbidden');
    return announcements.list(access.eventId, page);
  };
