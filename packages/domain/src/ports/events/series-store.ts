import type { EventToWrite } from '../../events/edit/event-to-write.ts';
import type { RsvpState } from '../../events/rsvp.ts';
import type { EventId, SeriesId, UserId } from '../../ids.ts';
import type { LocalDate } from '../../local-time/local-instant.ts';
import type { AttachedOccurrence, SeriesRecord, SeriesView } from '../../series/series.ts';

export interface SeriesStore {
  /** Adds a series without occurrences; false for a known `sourceKey`, and when its organizer is suspended. */
  add(series: SeriesRecord): Promise<boolean>;
  /** Those with one of the source keys. */
  ofSources(sourceKeys: readonly string[]): Promise<readonly SeriesRecord[]>;
  find(id: SeriesId): Promise<SeriesRecord | null>;
  /** The series, which no other unit of work locks and no guest answers until the end of this one. */
  lock(id: SeriesId): Promise<SeriesRecord | null>;
  /**
   * The same for one whose `extendAt` has come, whose organizer is not suspended, and that no other unit of work holds; null
   * when there is none.
   */
  lockDue(at: Date): Promise<SeriesRecord | null>;
  /**
   * Replaces a locked series. With `except` these days get no event from now on, and those excepted before may again, unless
   * their event was deleted by hand.
   */
  save(series: SeriesRecord, except?: readonly LocalDate[]): Promise<void>;
  /**
   * What the caller sees of a series: its organizer always, all others when they see one of its events. The occurrences
   * are scheduled ones that start at or after `from`, the first `limit`.
   */
  view(id: SeriesId, caller: UserId | null, at: Date, from: Date, limit: number): Promise<SeriesView | null>;
}

/**
 * The events of series. What others are told of is written in the step that changes it, as by `EventStore`; guests are told
 * of all events of a step at once.
 */
export interface OccurrenceStore {
  /**
   * Adds events of a locked series, in one step; those on a day of the series that has one already or whose event was deleted
   * by hand are left out. Everybody who answered the series and sees them has that RSVP.
   */
  add(entries: readonly EventToWrite[], at: Date): Promise<number>;
  /**
   * The events of a locked series that start at or after `from`, by start, and are scheduled, neither detached nor taken
   * down. Until the end of the unit of work no user becomes their guest. Invitations are live that have not expired at `at`.
   */
  lockAttached(series: SeriesId, from: Date, at: Date): Promise<readonly AttachedOccurrence[]>;
  /**
   * Replaces locked events and their words, raises their sequences, and does the rest that `EventStore.change` does. A
   * capacity below the confirmed seats of one of them gives their number, a question that was answered in another kind
   * `question_answered`: the unit of work has to reject then.
   */
  change(
    entries: readonly EventToWrite[],
    at: Date,
    actor: UserId,
  ): Promise<{ readonly bookedCount: number } | 'question_answered' | null>;
  /** Cancels locked events; their days are free for others. */
  cancel(events: readonly EventId[], at: Date, actor: UserId): Promise<void>;
  /** Cancels all events of a locked series that start at or after `at`, for a reason or none. */
  cancelToCome(series: SeriesId, at: Date, actor: UserId, reason?: string | null): Promise<void>;
  /** Deletes locked events without guests; their days are free for others. */
  remove(events: readonly EventId[], at: Date, actor: UserId): Promise<void>;
  /**
   * Records one user's answer to a series and, as `RsvpStore.set` does, to each of its events that is scheduled, starts at or
   * after `at` and is visible to them, in one atomic step; returns how many these are. Null clears it. Events that the user
   * was removed from, and those that are taken down, are left out. Null for an unknown series or account.
   */
  answer(series: SeriesId, user: UserId, state: RsvpState, at: Date): Promise<number | null>;
}
