import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { BlockUser } from './block-user.ts';

/** Ends a block of the caller; for a user who is not blocked, and for an unknown one, nothing changes. Throws `rate_limited`. */
export const unblockUser =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ callerId, userId }: BlockUser): Promise<void> => {
    const other = parseId<'user'>(userId);
    await useQuota(dependencies, callerId, 'block-changes');
    if (other) await dependencies.stores.blocks.remove(callerId, other);
  };
