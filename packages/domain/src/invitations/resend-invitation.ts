import type { Dependencies } from '../dependencies.ts';
import { refuse, refuseUntil } from '../problem.ts';
import { after } from '../time.ts';
import { invitationExpiry, invitationPolicy, invitationState, moveInvitation } from './invitation.ts';
import type { EventInviteItem } from './invitation-views.ts';
import { chargeMails } from './invite.ts';
import { type ManageInvitation, managedInvitation } from './managed-invitation.ts';
import { requireRoom } from './require-room.ts';

/**
 * Sends a pending or expired invitation again, for a full lifetime. For the event's organizer and admins.
 * Throws `event_not_found`, `forbidden`, `invitation_not_found` (also for a closed one), `event_cancelled`,
 * `rate_limited` (sent less than ten minutes ago, the organizer's mails of the UTC day are used up, or the invited user
 * has 20 other pending invitations of the organizer).
 */
export const resendInvitation =
  (dependencies: Dependencies) =>
  async (command: ManageInvitation): Promise<EventInviteItem> => {
    const { access, invitation } = await managedInvitation(dependencies, command);
    if (access.status === 'cancelled') throw refuse('event_cancelled');
    const { clock, tokens, unitOfWork, settings } = dependencies;
    const now = clock.now();
    if (now >= access.endAt || !moveInvitation(invitationState(invitation, now), 'resend'))
      throw refuse('invitation_not_found');
    const notAfter = after(now, -invitationPolicy.resendPause);
    await unitOfWork.run(async (stores) => {
      await requireRoom(stores, access, invitation, command.callerId, now);
      const expiresAt = invitationExpiry(access.endAt, now);
      const sending = await stores.invitations.resend(invitation.id, tokens.next(), expiresAt, notAfter, now);
      if (sending === null)
        throw refuseUntil(
          'invitation-resends',
          'The invitation was sent a moment ago.',
          1,
          now,
          after(invitation.sentAt, invitationPolicy.resendPause),
        );
      if (invitation.kind === 'user') return;
      await chargeMails(stores, access.organizerId, 1, settings.emailDailyCap, now);
      await stores.mailOutbox.enqueue([{ id: invitation.id, sending }]);
    });
    const item = await dependencies.stores.invitationCatalog.item(invitation.id, now);
    if (!item) throw refuse('invitation_not_found');
    return item;
  };
