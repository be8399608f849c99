import type { Dependencies } from '../dependencies.ts';
import { managedEventToRead } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';
import type { AnnouncementGroup } from '../notices/notice.ts';
import { announcementGroups } from './announcement.ts';

/** How many people would be told. */
export type Audience = Readonly<Record<AnnouncementGroup | 'all', number>>;

/**
 * How many each group of an event has, and `to` together, as {@link announce} counts them. For the event's organizer and
 * admins. Throws `event_not_found`, `forbidden`.
 */
export const countAudience =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({
    eventId,
    callerId,
    to,
  }: {
    readonly eventId: string;
    readonly callerId: UserId;
    readonly to: readonly AnnouncementGroup[];
  }): Promise<Audience> => {
    const { stores, clock } = dependencies;
    const { eventId: id, organizerId } = await managedEventToRead(dependencies, eventId, callerId);
    const now = clock.now();
    const count = (groups: readonly AnnouncementGroup[]) =>
      groups.length === 0
        ? Promise.resolve(0)
        : stores.noticeRecipients.count(
            { to: 'audience', eventId: id, groups, organizerId, authorId: callerId },
            now,
          );
    const groups = announcementGroups.filter((group) => to.includes(group));
    const [all, ...counts] = await Promise.all([
      count(groups),
      ...announcementGroups.map((group) => count([group])),
    ]);
    return {
      all,
      ...Object.fromEntries(announcementGroups.map((group, index) => [group, counts[index] as number])),
    } as Audience;
  };
