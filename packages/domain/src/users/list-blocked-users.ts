import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import type { PublicUser } from './user.ts';

/** Lists the users whom the caller blocks by name, then id. Throws `invalid_request` for a page out of bounds. */
export const listBlockedUsers =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ callerId, ...paging }: { readonly callerId: UserId } & Paging): Promise<Paged<PublicUser>> =>
    stores.blocks.list(callerId, toPage(paging));
