import type { TimeZones } from '@event-platform/domain';
import type { JsonObject } from './json.ts';

/** What the events of a file have in common. */
export interface ReadingContext {
  /** The one that the platform's prices are in. */
  readonly currency: string;
  readonly organizerId: string;
  readonly timeZones: TimeZones;
  /** Of times without an offset where nothing else tells their zone. */
  readonly timeZone?: string | undefined;
  /** When offers are judged. */
  readonly now: Date;
  /** Identifies the event instead of the key that the format's own fields give. */
  readonly sourceKeyOf?: ((line: JsonObject) => string) | undefined;
}
