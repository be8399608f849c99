import type { DraftChanges } from '../events/edit/event-draft.ts';

/** Changes of all occurrences; undefined parts stay. */
export interface SeriesChanges {
  readonly event?: Omit<DraftChanges, 'startAt' | 'endAt' | 'rsvpUntil'> | undefined;
  /** The local time of all starts, as `19:30`. */
  readonly startTime?: string | undefined;
  readonly durationMinutes?: number | undefined;
}
