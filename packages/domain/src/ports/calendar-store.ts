import type { CalendarEntry } from '../calendar/calendar-entry.ts';
import type { UserId } from '../ids.ts';

/** The secret address of each person's calendar feed, and what the feed shows. */
export interface CalendarStore {
  /** The person's token: the one they have, or `fresh`, now kept. Parallel calls agree on one. */
  tokenOf(user: UserId, fresh: string): Promise<string>;
  /** Replaces the token by `fresh`. */
  rotate(user: UserId, fresh: string): Promise<void>;
  /** The owner of the feed; null for an unknown token. */
  ownerOf(token: string): Promise<UserId | null>;
  /**
   * The events a person is going to that end after `endsAfter`, cancelled ones included; by start, then id;
   * at most `limit`.
   */
  goingOf(user: UserId, endsAfter: Date, limit: number): Promise<readonly CalendarEntry[]>;
}
