import type { EventToWrite } from '../../events/edit/event-to-write.ts';
import type { EventAccess, EventChanges, EventRecord } from '../../events/event.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { Page, Paged } from '../../paging.ts';
import type { SearchDocument } from '../../search/search-document.ts';
import type { PublicUser } from '../../users/user.ts';

/**
 * What others are told of (see `Outbox`) is written in the step that changes it, and only where a webhook listens: a
 * webhook, or a guest for edits of what notices tell.
 */
export interface EventStore {
  /** Adds an event, its zero counts and its words; nothing when its organizer is suspended. */
  add(entry: EventToWrite): Promise<void>;
  /** The same for those whose `sourceKey` is new or null, in one step; returns how many were added. */
  addNew(entries: readonly EventToWrite[]): Promise<number>;
  find(id: EventId): Promise<EventRecord | null>;
  /** What the caller may do at the event; null when it is unknown or not visible to them (see `maySee`). */
  access(id: EventId, caller: UserId | null, at: Date): Promise<EventAccess | null>;
  /**
   * Applies the changes if the event still has `sequence` and is neither cancelled nor taken down, raises the sequence and, when
   * given, replaces the words; false when another write came first. When the end moves, the expiry of the
   * event's personal invitations moves with it (see `invitationExpiry`), and free seats go to the head of the queue, in the
   * same step. A `capacity` among the changes that is below the confirmed seats changes nothing: their number comes back.
   * Questions among the changes replace those that are asked; one that is left out keeps its answers, of an event the latest
   * `questionLimits.kept`. `question_answered`, and nothing changes, when one with answers would get another kind.
   * An event that becomes postponed is told at once, and its edits are forgotten; while it is, none are kept, and when it becomes
   * scheduled again that is an edit, also of one whose end has passed.
   * The values before the first edit within `noticePolicy.editWindow` are kept for `EventTimers`; `actor` is not told of
   * the change.
   */
  change(
    id: EventId,
    sequence: number,
    changes: EventChanges,
    document: SearchDocument,
    at: Date,
    actor?: UserId | null,
  ): Promise<boolean | 'question_answered' | { readonly bookedCount: number }>;
  /**
   * Cancels, for a reason or none, and raises the sequence, and forgets edits; a cancelled event, one taken down and an unknown id
   * change nothing.
   */
  cancel(id: EventId, at: Date, actor?: UserId | null, reason?: string | null): Promise<void>;
  /** Deletes the event with all rows that refer to it; false for an unknown id and for one that is taken down. */
  remove(id: EventId): Promise<boolean>;
}

export interface EventAdminStore {
  /**
   * False when the user is unknown or blocks the organizer, `'full'` when they administer `most` events of that
   * organizer, also of parallel calls; adding twice changes nothing. An admin no longer counts as removed.
   */
  add(event: EventId, user: UserId, most?: number): Promise<boolean | 'full'>;
  remove(event: EventId, user: UserId): Promise<void>;
  /** By name, then id. */
  list(event: EventId, page: Page): Promise<Paged<PublicUser>>;
}
