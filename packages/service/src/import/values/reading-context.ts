import type { TimeZones } from '@event-platform/domain';
import type { JsonObject } from './json.ts';

/** A point on earth, in degrees. */
export type Coordinates = Readonly<Record<'lat' | 'lng', number>>;

/** What a file tells only as a whole. */
export interface FileSurvey {
  /** Whether several items have this address as their `url`. */
  isSharedUrl(url: string): boolean;
  /** Where the file has a place of this name and address elsewhere. */
  coordinatesOf(key: string): Coordinates | undefined;
}

/** Of what is read by itself. */
export const noSurvey: FileSurvey = { isSharedUrl: () => false, coordinatesOf: () => undefined };

/** What the events of a file have in common. */
export interface ReadingContext {
  /** The one that the platform's prices are in. */
  readonly currency: string;
  readonly organizerId: string;
  readonly timeZones: TimeZones;
  /** Of times without an offset where nothing else tells their zone. */
  readonly timeZone?: string | undefined;
  readonly survey: FileSurvey;
  /** Of places without coordinates that the file does not have elsewhere. */
  readonly place?: Coordinates | undefined;
  /** When offers are judged. */
  readonly now: Date;
  /** Identifies the event instead of the key that the format's own fields give. */
  readonly sourceKeyOf?: ((line: JsonObject) => string) | undefined;
}
