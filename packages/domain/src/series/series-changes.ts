import type { AskedChanges, DraftChanges } from '../events/edit/event-draft.ts';

/** The same as its organizer says it, who may name a picture of their own. */
export interface AskedSeriesChanges extends Omit<SeriesChanges, 'event'> {
  readonly event?: Omit<AskedChanges, 'startAt' | 'endAt' | 'rsvpUntil'> | undefined;
}

/** Changes of all occurrences; undefined parts stay. */
export interface SeriesChanges {
  readonly event?: Omit<DraftChanges, 'startAt' | 'endAt' | 'rsvpUntil'> | undefined;
  /** The local time of all starts, as `19:30`. */
  readonly startTime?: string | undefined;
  readonly durationMinutes?: number | undefined;
}
