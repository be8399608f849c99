import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type Paging, toPage } from '../paging.ts';
import type { MyInvite } from './invitation-views.ts';

const pageSizes = { usual: limits.invitePageSize, most: limits.invitePageSize };

/**
 * A page of the caller's open invitations, the soonest event first; those to events of people whom the caller blocks
 * are left out. Throws `invalid_request` for a page out of bounds.
 */
export const listMyInvitations =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ userId, ...paging }: { readonly userId: UserId } & Paging): Promise<readonly MyInvite[]> => {
    const page = toPage(paging, pageSizes);
    return stores.invitationCatalog.openOf(userId, page, clock.now());
  };
