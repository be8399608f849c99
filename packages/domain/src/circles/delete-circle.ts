import type { Dependencies } from '../dependencies.ts';
import { requireId } from '../ids.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { type OwnCircle, orNotFound } from './own-circle.ts';

/**
 * Deletes a circle of the caller; invitations already sent to its members stay. Throws `not_found` for any
 * other circle.
 */
export const deleteCircle =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ circleId, ownerId }: OwnCircle): Promise<void> => {
    await useQuota(dependencies, ownerId, 'circle-changes');
    orNotFound(await dependencies.stores.circles.remove(requireId<'circle'>(circleId), ownerId));
  };
