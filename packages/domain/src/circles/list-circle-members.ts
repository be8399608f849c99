import type { Dependencies } from '../dependencies.ts';
import { requireId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import type { PublicUser } from '../users/user.ts';
import { type OwnCircle, orNotFound } from './own-circle.ts';

/**
 * Lists the members of a circle of the caller by name, then id. Throws `not_found` for any other circle,
 * `invalid_request` for a page out of bounds.
 */
export const listCircleMembers =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ circleId, ownerId, ...paging }: OwnCircle & Paging): Promise<Paged<PublicUser>> =>
    orNotFound(await stores.circles.members(requireId<'circle'>(circleId), ownerId, toPage(paging)));
