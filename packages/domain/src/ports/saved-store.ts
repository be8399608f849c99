import type { EventId, UserId } from '../ids.ts';

export interface SavedStore {
  /** Saving twice changes nothing. False when there is no such event or account (removed meanwhile). */
  save(event: EventId, user: UserId, at: Date): Promise<boolean>;
  /** True when there was something to remove. */
  unsave(event: EventId, user: UserId): Promise<boolean>;
}
