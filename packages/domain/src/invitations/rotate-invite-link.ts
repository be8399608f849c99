import type { Dependencies } from '../dependencies.ts';
import { managedEvent } from '../events/event-access.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { ManageEvent } from './managed-invitation.ts';

/**
 * Replaces the token of an event's shared link; the old token is no longer accepted. For the event's
 * organizer and admins. Throws `event_not_found`, `forbidden`, `rate_limited`.
 */
export const rotateInviteLink =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'tokens' | 'auditLog' | 'settings'>) =>
  async (command: ManageEvent): Promise<{ readonly linkToken: string }> => {
    const { eventId } = await managedEvent(dependencies, command.eventId, command.callerId);
    await useQuota(dependencies, command.callerId, 'rotations');
    const linkToken = dependencies.tokens.next();
    await dependencies.stores.inviteLinks.rotate(eventId, linkToken);
    const { callerId: userId, origin } = command;
    dependencies.auditLog.record({ event: 'link_rotated', userId, origin, eventId });
    return { linkToken };
  };
