import type { UserId } from '@event-platform/domain';

/**
 * Tracks each user's writes, so that their reads include them, in this process and, through session look-ups, in all others.
 */
export interface ReadYourWrites {
  /** From now on all reads of the user, in this process, go to the writer. */
  begin(user: UserId): void;
  /** The write is committed: stores that on the writer, for every process. Once for each `begin`. */
  end(user: UserId): Promise<void>;
}
