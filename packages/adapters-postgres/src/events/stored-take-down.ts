import type { Visibility } from '@event-platform/domain';

/** A cause of a take-down; `at` is a text (ISO 8601). */
export interface StoredCause {
  readonly reason: string;
  readonly at: string;
}

/** What the organizer chose, and the causes that hold. */
export interface StoredTakeDown {
  readonly visibility: Visibility;
  readonly own?: StoredCause;
  readonly account?: StoredCause;
}
