import type { Dependencies } from '../dependencies.ts';
import { type InvitationId, parseId, type UserId } from '../ids.ts';
import { newChange } from '../outbox/change.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';

/**
 * Declines the caller's own open invitation; their RSVP stays. Throws `invitation_not_found` for any other.
 */
export const declineInvitation =
  (dependencies: Declining) =>
  async (command: { readonly invitationId: string; readonly userId: UserId }): Promise<void> => {
    const id = parseId<'invitation'>(command.invitationId);
    if (!id || !(await decline(dependencies, id, command.userId, command.userId)))
      throw refuse('invitation_not_found');
  };

export type Declining = Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'settings'>;

/** Declines an open invitation and tells webhooks; false when there is none (of that addressee). Throws `rate_limited`. */
export const decline = async (
  dependencies: Declining,
  id: InvitationId,
  addressee: UserId | null,
  userId: UserId,
): Promise<boolean> => {
  const { unitOfWork, clock, ids } = dependencies;
  await useQuota(dependencies, userId, 'invitation-responses');
  return unitOfWork.run(async ({ activity, invitations, outbox }) => {
    const now = clock.now();
    if (!(await invitations.decline(id, addressee, now))) return false;
    const invitation = await invitations.find(id);
    if (invitation) {
      const { eventId } = invitation;
      await activity.note([{ eventId, userId, kind: 'declined', at: now }]);
      await outbox.add([newChange('invitation.declined', now, { id: ids.next(), eventId, userId })]);
    }
    return invitation !== null;
  });
};
