import type { Dependencies } from '../dependencies.ts';
import { parseId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';

/**
 * Declines the caller's own open invitation; their RSVP stays. Throws `invitation_not_found` for any other, `rate_limited`.
 */
export const declineInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async (command: { readonly invitationId: string; readonly userId: UserId }): Promise<void> => {
    const { stores, clock } = dependencies;
    await useQuota(dependencies, command.userId, 'invitation-responses');
    const id = parseId<'invitation'>(command.invitationId);
    if (!id || !(await stores.invitations.decline(id, command.userId, clock.now())))
      throw refuse('invitation_not_found');
  };
