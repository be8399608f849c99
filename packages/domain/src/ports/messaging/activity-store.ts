import type { ActivityEntry, ActivityToTell } from '../../activity/activity.ts';
import type { NoticeEvent } from '../../events/notice-event.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { Notice } from '../../notices/notice.ts';

/** An event that takes place, and who manages it. */
export interface ManagedEvent {
  readonly event: NoticeEvent;
  readonly managerIds: readonly UserId[];
}

/** The unread notice of a manager after it was counted on. */
export interface ToldActivity {
  readonly id: string;
  readonly userId: UserId;
  readonly eventId: EventId;
  readonly isNew: boolean;
}

/** A digest that is to be mailed: of what moved from `since` on. */
export interface DueDigest {
  readonly userId: UserId;
  readonly since: Date;
}

/**
 * What people do at events, until their managers are told: answers and bookings are noted by the statements that write them (see
 * `RsvpStore`, `BookingStore`), but those that managers make for others. Each entry is told once: taking it off belongs to the
 * transaction of its notices.
 */
export interface ActivityStore {
  note(entries: readonly ActivityEntry[]): Promise<void>;
  /** Takes the oldest entries off; of parallel callers one gets some. It takes part in the surrounding unit of work. */
  take(limit: number): Promise<readonly ActivityEntry[]>;
  /** Those events that are not over, cancelled or taken down, with organizer and admins. */
  managed(events: readonly EventId[], at: Date): Promise<readonly ManagedEvent[]>;
  /** Counts on in the unread notice of each manager, which becomes the newest, or adds one. */
  tell(activities: readonly ActivityToTell[], at: Date): Promise<readonly ToldActivity[]>;
  isUnread(noticeId: string): Promise<boolean>;
  /**
   * Plans a digest for those who want one and have none planned; one that is planned moves to `dueAt` where `event` starts before the
   * events of the plan.
   */
  planDigests(
    digests: readonly { readonly userId: UserId; readonly startAt: Date; readonly dueAt: Date }[],
    at: Date,
  ): Promise<void>;
  /** Takes digests that are due; of parallel callers one gets each. It takes part in the surrounding unit of work. */
  takeDigests(limit: number, at: Date): Promise<readonly DueDigest[]>;
  /** The unread notices of activity that moved from an instant on, the soonest event first; none for a user who wants no digest. */
  unread(user: UserId, since: Date, limit: number): Promise<readonly Notice[]>;
}
