import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import type { Circle } from './circle.ts';

/** Lists the caller's circles by name, then id. Throws `invalid_request` for a page out of bounds. */
export const listCircles =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ ownerId, ...paging }: { readonly ownerId: UserId } & Paging): Promise<Paged<Circle>> =>
    stores.circles.list(ownerId, toPage(paging));
