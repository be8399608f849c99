import type { Dependencies } from '../dependencies.ts';
import { parseId, requireId } from '../ids.ts';
import { limits } from '../limits.ts';
import { refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { Circle } from './circle.ts';
import { type OwnCircle, orNotFound } from './own-circle.ts';

/**
 * Adds 1 to 1,000 users to a circle of the caller; existing members and unknown ids are skipped. Throws
 * `not_found` for any other circle, `invalid_request` for a number of ids out of bounds or beyond 10,000
 * members.
 */
export const addCircleMembers =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({
    circleId,
    ownerId,
    userIds,
  }: OwnCircle & { readonly userIds: readonly string[] }): Promise<Circle> => {
    if (userIds.length < 1 || userIds.length > limits.membersPerCall)
      throw refuseInput({ path: '/userIds', message: `must hold 1 to ${limits.membersPerCall} ids` });
    const ids = userIds.map((id) => parseId<'user'>(id)).filter((id) => id !== null);
    await useQuota(dependencies, ownerId, 'circle-changes');
    const circle = orNotFound(
      await dependencies.stores.circles.addMembers(
        requireId<'circle'>(circleId),
        ownerId,
        [...new Set(ids)],
        limits.circleMembers,
      ),
    );
    if (circle === 'full')
      throw refuseInput({ path: '/userIds', message: `would exceed ${limits.circleMembers} members` });
    return circle;
  };
