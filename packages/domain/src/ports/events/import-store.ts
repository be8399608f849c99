import type { EventRecord } from '../../events/event.ts';
import type { EventId, SeriesId, UserId } from '../../ids.ts';

/** Which imported events to read: in the order of their starts, those after an event of the page before. */
export interface ImportPage {
  readonly organizerId: UserId;
  /** What their source keys begin with. */
  readonly keyPrefix: string;
  readonly endsAfter: Date;
  readonly after: Pick<UpcomingImport, 'id' | 'startAt'> | null;
  readonly limit: number;
}

/** An imported event that is to come. */
export interface UpcomingImport {
  readonly id: EventId;
  readonly sourceKey: string;
  readonly title: string;
  readonly startAt: Date;
}

/** Which imported series to read: in the order of their ids, those after a series of the page before. */
export interface ImportSeriesPage {
  readonly organizerId: UserId;
  /** What their source keys begin with. */
  readonly keyPrefix: string;
  readonly startsFrom: Date;
  readonly after: SeriesId | null;
  readonly limit: number;
}

/** An imported series with something to come. */
export interface UpcomingImportSeries {
  readonly id: SeriesId;
  readonly sourceKey: string;
  readonly title: string;
}

/** The new source key of an event. */
export interface KeyChange {
  readonly from: string;
  readonly to: string;
}

/** The events that an organizer has from elsewhere. */
export interface ImportStore {
  /** Those of the organizer with one of the source keys, in any state. */
  find(organizerId: UserId, sourceKeys: readonly string[]): Promise<readonly EventRecord[]>;
  /** Changes source keys of the organizer's events, and nothing else of them; a key that is in use already stays. */
  rename(organizerId: UserId, changes: readonly KeyChange[]): Promise<void>;
  /** Those that are neither cancelled, taken down nor over, by start and id. */
  upcoming(page: ImportPage): Promise<readonly UpcomingImport[]>;
  /** Those that are not cancelled and have a scheduled event that starts at or after `startsFrom`, or more to be made, by id. */
  upcomingSeries(page: ImportSeriesPage): Promise<readonly UpcomingImportSeries[]>;
}
