import type { Dependencies } from '../dependencies.ts';
import { circleIdOf, found, type OwnCircle } from './own-circle.ts';

/**
 * Deletes a circle of the caller; invitations already sent to its members stay. Throws `not_found` for any
 * other circle.
 */
export const deleteCircle =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ circleId, ownerId }: OwnCircle): Promise<void> => {
    found(await stores.circles.remove(circleIdOf(circleId), ownerId));
  };
