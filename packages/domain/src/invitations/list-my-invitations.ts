import type { Dependencies } from '../dependencies.ts';
import { withTimeZone, type Zoned } from '../events/event-time-zone.ts';
import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type Paging, toPage } from '../paging.ts';
import type { MyInvite } from './invitation-views.ts';

/** An open invitation of the caller. */
export type MyInvitation = Omit<MyInvite, 'event'> & { readonly event: Zoned<MyInvite['event']> };

const pageSizes = { usual: limits.invitePageSize, most: limits.invitePageSize };

/**
 * A page of the caller's open invitations, the soonest event first; those to events of people whom the caller blocks
 * are left out. Throws `invalid_request` for a page out of bounds.
 */
export const listMyInvitations =
  ({ stores, clock, timeZones }: Pick<Dependencies, 'stores' | 'clock' | 'timeZones'>) =>
  async ({ userId, ...paging }: { readonly userId: UserId } & Paging): Promise<readonly MyInvitation[]> => {
    const page = toPage(paging, pageSizes);
    const open = await stores.invitationCatalog.openOf(userId, page, clock.now());
    return open.map((invite) => ({ ...invite, event: withTimeZone(timeZones, invite.event) }));
  };
