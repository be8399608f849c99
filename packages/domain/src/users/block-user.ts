import type { Dependencies } from '../dependencies.ts';
import { requireId, type UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';

/** A caller, and the user whom they block or no longer block. */
export interface BlockUser {
  readonly callerId: UserId;
  readonly userId: string;
}

/**
 * Blocks a user: their invitations to the caller are skipped and no longer listed; repeating it changes nothing.
 * Throws `not_found` (no such user), `invalid_request` for the caller's own id and beyond 1,000 blocked users, `rate_limited`.
 */
export const blockUser =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ callerId, userId }: BlockUser): Promise<void> => {
    const other = requireId<'user'>(userId);
    if (other === callerId) throw refuseInput({ path: '/userId', message: 'must not be your own id' });
    await useQuota(dependencies, callerId, 'block-changes');
    const outcome = await dependencies.stores.blocks.add(callerId, other, limits.blockedUsers);
    if (outcome === 'unknown') throw refuse('not_found');
    if (outcome === 'full')
      throw refuseInput({ path: '/userId', message: `would exceed ${limits.blockedUsers} blocked users` });
  };
