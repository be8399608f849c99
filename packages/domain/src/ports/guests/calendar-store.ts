import type { CalendarEntry } from '../../calendar/calendar-entry.ts';
import type { UserId } from '../../ids.ts';

/** The secret address of each person's calendar feed, and what the feed shows. */
export interface CalendarStore {
  /** The person's token: the one they have, or `fresh`, now kept. Parallel calls agree on one. */
  tokenOf(user: UserId, fresh: string): Promise<string>;
  /** Replaces the token by `fresh`. */
  rotate(user: UserId, fresh: string): Promise<void>;
  /** The owner of the feed; null for an unknown token, and while the owner is suspended. */
  ownerOf(token: string): Promise<UserId | null>;
  /** When the person was last removed from an event, of removals that hold; null for none. */
  lastRemovalOf(user: UserId): Promise<Date | null>;
  /**
   * The events a person is going to and still sees, cancelled and ended ones included, those nearest to `at` first (ongoing ones are
   * at no distance), then by start and id; at most `limit`, with at most so many characters of each description.
   */
  goingOf(
    user: UserId,
    at: Date,
    limit: number,
    descriptionLength: number,
  ): Promise<readonly CalendarEntry[]>;
}
