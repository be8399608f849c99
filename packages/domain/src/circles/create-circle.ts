import type { Dependencies } from '../dependencies.ts';
import type { CircleId, UserId } from '../ids.ts';
import { refuseUntil } from '../problem.ts';
import { accountPolicy } from '../quotas/account-policy.ts';
import { accountLimit } from '../quotas/account-quota.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { after, day } from '../time.ts';
import type { Circle } from './circle.ts';
import { circleName } from './own-circle.ts';

/**
 * Creates an empty circle of the caller. Throws `invalid_request` for a name that is not 1 to 100 code points, and
 * `rate_limited` when the caller has as many circles as an account may have, or made as many today.
 */
export const createCircle =
  (dependencies: Pick<Dependencies, 'stores' | 'unitOfWork' | 'ids' | 'clock' | 'settings'>) =>
  async ({ ownerId, name }: { readonly ownerId: UserId; readonly name: string }): Promise<Circle> => {
    const { ids, clock, settings } = dependencies;
    const now = clock.now();
    const circle: Circle = {
      id: ids.next() as CircleId,
      ownerId,
      name: circleName(name),
      memberCount: 0,
      createdAt: now,
    };
    await dependencies.unitOfWork.run(async (stores) => {
      const outcome = await stores.circles.add(circle, accountLimit(accountPolicy.circles, settings, now));
      if (outcome !== 'added') {
        const detail = `More than ${outcome.limit} circles of one account.`;
        throw refuseUntil('all-circles', detail, outcome.limit, now, after(now, day));
      }
      await useQuota({ ...dependencies, stores }, ownerId, 'daily-circles');
    });
    return circle;
  };
