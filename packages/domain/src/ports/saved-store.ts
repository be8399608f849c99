import type { EventId, UserId } from '../ids.ts';
import type { AccountQuota, QuotaSpent } from '../quotas/account-quota.ts';

export interface SavedStore {
  /**
   * Saving twice changes nothing. False when there is no such event or account (removed meanwhile). With a quota it
   * counts as a use of it (see `Quotas.use`) in the same step; when it is spent nothing is saved.
   */
  save(event: EventId, user: UserId, at: Date, quota?: AccountQuota | null): Promise<boolean | QuotaSpent>;
  /** True when the event was saved. */
  unsave(event: EventId, user: UserId): Promise<boolean>;
}
