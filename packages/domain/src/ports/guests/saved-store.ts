import type { EventId, UserId } from '../../ids.ts';

export interface SavedStore {
  /** Saving twice changes nothing. False when there is no such event or account (removed meanwhile). */
  save(event: EventId, user: UserId, at: Date): Promise<boolean>;
  /** True when the event was saved. */
  unsave(event: EventId, user: UserId): Promise<boolean>;
}
