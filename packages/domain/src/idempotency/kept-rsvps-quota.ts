import type { AccountQuota } from '../quotas/account-quota.ts';
import { day } from '../time.ts';
import { idempotencyPolicy } from './idempotency-policy.ts';

/**
 * What bounds the answers that are kept for a caller's RSVPs: the quota that the RSVPs have, which their statement counts
 * anyway, or a number of its own where they have none.
 */
export const keptRsvpsQuota = (quota: AccountQuota | null, at: Date): AccountQuota => {
  const { rsvpsPerDay } = idempotencyPolicy;
  const limit = { usual: rsvpsPerDay, young: rsvpsPerDay, youngSince: at };
  return quota ?? { budget: 'kept-rsvps', span: day, limit };
};
