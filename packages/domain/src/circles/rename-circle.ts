import type { Dependencies } from '../dependencies.ts';
import type { Circle } from './circle.ts';
import { circleIdOf, circleName, found, type OwnCircle } from './own-circle.ts';

/**
 * Renames a circle of the caller. Throws `not_found` for any other circle, `invalid_request` for a name that
 * is not 1 to 100 code points.
 */
export const renameCircle =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ circleId, ownerId, name }: OwnCircle & { readonly name: string }): Promise<Circle> =>
    found(await stores.circles.rename(circleIdOf(circleId), ownerId, circleName(name)));
