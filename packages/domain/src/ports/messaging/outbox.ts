import type { Change } from '../../outbox/change.ts';

/**
 * The changes that others are to be told of. They are written in the transaction of what they tell of: by `add` in its
 * unit of work, or, where a change is one statement, by that statement (see `RsvpStore`, `EventStore`).
 */
export interface Outbox {
  /** Takes part in the surrounding unit of work. The same change twice is one. */
  add(changes: readonly Change[]): Promise<void>;
}
