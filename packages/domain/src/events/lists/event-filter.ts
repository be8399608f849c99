import type { SeriesId, UserId } from '../../ids.ts';
import type { TextQuery } from '../../search/text-query.ts';
import type { Attendance } from '../attendance.ts';

/** A circle on the earth; degrees and kilometres. */
export interface Area {
  readonly lat: number;
  readonly lng: number;
  readonly radiusKm: number;
}

/** How a list is ordered; by distance it has an area, from whose middle that is. */
export type ListOrder = 'time' | 'relevance' | 'distance';

/** What a list is narrowed to; every part that is not null must hold. */
export interface EventFilter {
  readonly area: Area | null;
  /** The slugs of some categories, each once; null for any. */
  readonly categories: readonly string[] | null;
  /** Some tags, of which an event has any; each once; null, or absent, for all events. */
  readonly tags?: readonly string[] | null | undefined;
  /** How they are attended, in the order of `attendances`; null, or absent, for any way. */
  readonly attendance?: readonly Attendance[] | null | undefined;
  /** Whether only events that cost nothing, and say so. */
  readonly isFree?: true | undefined;
  /** Whose events; absent for everybody's. */
  readonly organizer?: UserId | undefined;
  /** Only events that end after this instant. */
  readonly endsAfter: Date;
  /** Whether a person chose that instant; else it is now. */
  readonly isDated: boolean;
  /** Only events that start before this instant. */
  readonly startsBefore: Date | null;
  /** Lists put events that started before this instant after all others; at least a day before `endsAfter`. */
  readonly recentSince: Date;
  /** Only events of this series. */
  readonly series?: SeriesId | undefined;
  /** Whether of each series only the first date, in the order by time, of those that pass all else. */
  readonly isOncePerSeries?: true | undefined;
  readonly text: TextQuery | null;
}
