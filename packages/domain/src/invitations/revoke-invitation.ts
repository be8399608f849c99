import { tellRemoval } from '../attendees/tell-removal.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { Invitation } from './invitation.ts';
import { type ManageInvitation, managedInvitation } from './managed-invitation.ts';

export interface RevokeInvitation extends ManageInvitation {
  /** Whether its user is removed from the event as well (see {@link AttendeeStore.remove}). */
  readonly remove?: boolean | undefined;
}

export interface InvitationRevoked {
  /** Whether its user still sees the event, by their RSVP or because they joined by the link. */
  readonly stillAttends: boolean;
}

/**
 * Revokes an invitation, an accepted one too; its RSVP stays unless `remove` is set. For the event's organizer
 * and admins. Throws `event_not_found`, `forbidden`, `invitation_not_found` (also when it is revoked already and
 * no user is removed), `is_manager` (with `remove`, for the organizer and admins; the invitation stays then),
 * `rate_limited`.
 */
export const revokeInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'auditLog' | 'settings'>) =>
  async ({ origin, ...command }: RevokeInvitation): Promise<InvitationRevoked> => {
    const { clock, ids, unitOfWork, auditLog } = dependencies;
    for (let isCounted = false; ; isCounted = true) {
      const { invitation } = await managedInvitation(dependencies, command);
      if (!isCounted) await useQuota(dependencies, command.callerId, 'guest-changes');
      const { eventId } = invitation;
      const outcome = await unitOfWork.run(async (stores) => {
        const now = clock.now();
        const result = await revoke(stores, invitation, command, now);
        if (result === 'removed')
          await tellRemoval(
            stores,
            ids,
            { eventId, userId: invitation.userId, actorId: command.callerId },
            now,
          );
        return result;
      });
      if (outcome === 'removed')
        auditLog.record({ event: 'guest_removed', userId: command.callerId, origin, eventId });
      if (outcome !== 'user_found') return { stillAttends: outcome === 'attends' };
    }
  };

/** `user_found`: an e-mail invitation was accepted meanwhile. It is revoked, and its user is left to remove. */
const revoke = async (
  { attendees, invitations }: Dependencies['stores'],
  { id, eventId, userId }: Invitation,
  { remove = false }: Pick<RevokeInvitation, 'remove'>,
  now: Date,
): Promise<'removed' | 'attends' | 'user_found' | null> => {
  // First, because users are locked before the invitations that refer to them.
  const removal = remove && userId ? await attendees.remove(eventId, userId, now) : null;
  if (removal === 'is_manager') throw refuse('is_manager');
  const isRevoked = await invitations.revoke(id, now);
  if (removal === 'removed') return removal;
  if (!isRevoked) throw refuse('invitation_not_found');
  const user = (await invitations.find(id))?.userId ?? null;
  if (remove && user !== userId) return 'user_found';
  return user && (await attendees.attends(eventId, user)) ? 'attends' : null;
};
