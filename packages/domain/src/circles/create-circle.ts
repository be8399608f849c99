import type { Dependencies } from '../dependencies.ts';
import type { CircleId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { refuseInput } from '../problem.ts';
import type { Circle } from './circle.ts';
import { circleName } from './own-circle.ts';

/**
 * Creates an empty circle of the caller. Throws `invalid_request` for a name that is not 1 to 100 code
 * points, and when the caller already has 1,000 circles.
 */
export const createCircle =
  ({ stores, ids, clock }: Pick<Dependencies, 'stores' | 'ids' | 'clock'>) =>
  async ({ ownerId, name }: { readonly ownerId: UserId; readonly name: string }): Promise<Circle> => {
    const circle: Circle = {
      id: ids.next() as CircleId,
      ownerId,
      name: circleName(name),
      memberCount: 0,
      createdAt: clock.now(),
    };
    if (!(await stores.circles.add(circle, limits.circlesPerUser)))
      throw refuseInput({ path: '', message: `would exceed ${limits.circlesPerUser} circles` });
    return circle;
  };
