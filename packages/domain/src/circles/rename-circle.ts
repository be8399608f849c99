import type { Dependencies } from '../dependencies.ts';
import { requireId } from '../ids.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { Circle } from './circle.ts';
import { circleName, type OwnCircle, orNotFound } from './own-circle.ts';

/**
 * Renames a circle of the caller. Throws `not_found` for any other circle, `invalid_request` for a name that
 * is not 1 to 100 code points.
 */
export const renameCircle =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ circleId, ownerId, name }: OwnCircle & { readonly name: string }): Promise<Circle> => {
    const [newName, id] = [circleName(name), requireId<'circle'>(circleId)];
    await useQuota(dependencies, ownerId, 'circle-changes');
    return orNotFound(await dependencies.stores.circles.rename(id, ownerId, newName));
  };
