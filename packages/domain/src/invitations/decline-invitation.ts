import type { Dependencies } from '../dependencies.ts';
import { parseId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';

/**
 * Declines the caller's own open invitation; their RSVP stays. Throws `invitation_not_found` for any other.
 */
export const declineInvitation =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (command: { readonly invitationId: string; readonly userId: UserId }): Promise<void> => {
    const id = parseId<'invitation'>(command.invitationId);
    if (!id || !(await stores.invitations.decline(id, command.userId, clock.now())))
      throw refuse('invitation_not_found');
  };
