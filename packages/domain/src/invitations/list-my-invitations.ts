import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { MyInvite } from './invitation-views.ts';

/** The caller's open invitations, newest first. */
export const listMyInvitations =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  ({ userId }: { readonly userId: UserId }): Promise<readonly MyInvite[]> =>
    stores.invitationCatalog.openOf(userId, clock.now());
