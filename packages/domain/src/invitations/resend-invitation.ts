import type { Dependencies } from '../dependencies.ts';
import { requireScheduled } from '../events/event-access.ts';
import { admitMails } from '../mails/admit-mails.ts';
import { refuse, refuseUntil } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { after } from '../time.ts';
import { enforcePendingLimit } from './enforce-pending-limit.ts';
import { invitationExpiry, invitationPolicy, invitationState, moveInvitation } from './invitation.ts';
import type { EventInviteItem } from './invitation-views.ts';
import { type ManageInvitation, managedInvitation } from './managed-invitation.ts';

/**
 * Sends a pending or expired invitation again, with a new token and for a full lifetime; no mail goes to an address whose
 * owner wants none, and the delivery says so. For the event's organizer and admins. Throws `event_not_found`,
 * `forbidden`, `invitation_not_found` (also for a closed one), `event_cancelled`, `event_postponed`, `rate_limited` (sent again less than
 * ten minutes ago, the mails of the organizer or of a caller whose account is new within 24 hours are used up, or the invited user has 20 other pending invitations of the organizer).
 */
export const resendInvitation =
  (dependencies: Dependencies) =>
  async (command: ManageInvitation): Promise<EventInviteItem> => {
    const { access, invitation } = await managedInvitation(dependencies, command);
    requireScheduled(access);
    const { clock, tokens, unitOfWork } = dependencies;
    await useQuota(dependencies, command.callerId, 'guest-changes');
    const now = clock.now();
    if (now >= access.endAt || !moveInvitation(invitationState(invitation, now), 'resend'))
      throw refuse('invitation_not_found');
    // The pause is between resends: the first one may correct what was just sent. Parallel ones find another `sentAt`.
    const notAfter = invitation.sending === 1 ? invitation.sentAt : after(now, -invitationPolicy.resendPause);
    await unitOfWork.run(async (stores) => {
      await enforcePendingLimit(stores, access, invitation, command.callerId, now);
      const expiresAt = invitationExpiry(access.endAt, now);
      const sending = await stores.invitations.resend(invitation.id, tokens.next(), expiresAt, notAfter, now);
      if (sending === null)
        throw refuseUntil(
          'invitation-resends',
          'The invitation was sent again a moment ago.',
          1,
          now,
          after(invitation.sentAt, invitationPolicy.resendPause),
        );
      if (invitation.email === null) return;
      const { organizerId, eventId } = access;
      const { callerId } = command;
      const subject = { kind: 'invitation', eventId, senders: { organizerId, callerId } } as const;
      const mail = { email: invitation.email, userId: null };
      const { admittedMails, suppressedMails } = await admitMails(stores, dependencies, subject, [mail], now);
      if (suppressedMails.unsubscribed > 0)
        return stores.invitations.recordDelivery(invitation.id, sending, 'refused');
      if (admittedMails.length > 0) await stores.mailOutbox.enqueue([{ id: invitation.id, sending }], now);
    });
    const item = await dependencies.stores.invitationCatalog.item(invitation.id, now);
    if (!item) throw refuse('invitation_not_found');
    return item;
  };
