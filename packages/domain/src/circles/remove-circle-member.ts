import type { Dependencies } from '../dependencies.ts';
import { parseId, requireId } from '../ids.ts';
import { toPage } from '../paging.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { type OwnCircle, orNotFound } from './own-circle.ts';

/**
 * Removes a user from a circle of the caller; nothing changes for a user who is not a member. Throws
 * `not_found` for any other circle.
 */
export const removeCircleMember =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ circleId, ownerId, userId }: OwnCircle & { readonly userId: string }): Promise<void> => {
    const user = parseId<'user'>(userId);
    const id = requireId<'circle'>(circleId);
    await useQuota(dependencies, ownerId, 'circle-changes');
    if (user) orNotFound(await dependencies.stores.circles.removeMember(id, ownerId, user));
    else orNotFound(await dependencies.stores.circles.members(id, ownerId, toPage({ limit: 1 })));
  };
