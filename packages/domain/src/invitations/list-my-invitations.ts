import type { Dependencies } from '../dependencies.ts';
import { withTimeZone, type Zoned } from '../events/event-time-zone.ts';
import type { UserId } from '../ids.ts';
import type { MyInvite } from './invitation-views.ts';

/** An open invitation of the caller. */
export type MyInvitation = Omit<MyInvite, 'event'> & { readonly event: Zoned<MyInvite['event']> };

/** The caller's open invitations, newest first. */
export const listMyInvitations =
  ({ stores, clock, timeZones }: Pick<Dependencies, 'stores' | 'clock' | 'timeZones'>) =>
  async ({ userId }: { readonly userId: UserId }): Promise<readonly MyInvitation[]> => {
    const open = await stores.invitationCatalog.openOf(userId, clock.now());
    return open.map((invite) => ({ ...invite, event: withTimeZone(timeZones, invite.event) }));
  };
