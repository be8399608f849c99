import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';
import { type ManageInvitation, managedInvitation } from './managed-invitation.ts';

/**
 * Revokes an invitation, an accepted one too; its RSVP stays. For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `invitation_not_found` (also when it is revoked already).
 */
export const revokeInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (command: ManageInvitation): Promise<void> => {
    const { invitation } = await managedInvitation(dependencies, command);
    if (!(await dependencies.stores.invitations.revoke(invitation.id, dependencies.clock.now())))
      throw refuse('invitation_not_found');
  };
