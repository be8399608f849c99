import type { Dependencies } from '../dependencies.ts';
import { admitMails } from '../mails/admit-mails.ts';
import { chargeMails } from '../mails/charge-mails.ts';
import { mailPolicy } from '../mails/mail-policy.ts';
import { refuse, refuseUntil } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { after, nextUtcDay } from '../time.ts';
import { enforcePendingLimit } from './enforce-pending-limit.ts';
import { invitationExpiry, invitationPolicy, invitationState, moveInvitation } from './invitation.ts';
import type { EventInviteItem } from './invitation-views.ts';
import { type ManageInvitation, managedInvitation } from './managed-invitation.ts';

/**
 * Sends a pending or expired invitation again, with a new token and for a full lifetime; no mail goes to an address whose
 * owner wants none, and the delivery says so. For the event's organizer and admins. Throws `event_not_found`,
 * `forbidden`, `invitation_not_found` (also for a closed one), `event_cancelled`, `rate_limited` (sent again less than
 * ten minutes ago, the mails of the UTC day to this mailbox, of the organizer or of a caller whose account is new are used
 * up, or the invited user has 20 other pending invitations of the organizer).
 */
export const resendInvitation =
  (dependencies: Dependencies) =>
  async (command: ManageInvitation): Promise<EventInviteItem> => {
    const { access, invitation } = await managedInvitation(dependencies, command);
    if (access.status === 'cancelled') throw refuse('event_cancelled');
    const { clock, mailboxKeys, settings, tokens, unitOfWork } = dependencies;
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
      const { organizerId } = access;
      const { suppressedMails } = await admitMails(stores, mailboxKeys, organizerId, [invitation.email], now);
      if (suppressedMails.unsubscribed > 0)
        return stores.invitations.recordDelivery(invitation.id, sending, 'refused');
      if (suppressedMails.overBudget > 0) throw mailboxIsFull(now);
      await chargeMails(stores, { organizerId, callerId: command.callerId }, 1, settings, now);
      await stores.mailOutbox.enqueue([{ id: invitation.id, sending }]);
    });
    const item = await dependencies.stores.invitationCatalog.item(invitation.id, now);
    if (!item) throw refuse('invitation_not_found');
    return item;
  };

const mailboxIsFull = (now: Date) => {
  const { toMailbox, toMailboxFromOrganizer } = mailPolicy;
  const detail = `More than ${toMailboxFromOrganizer} mails to this address from one organizer, or ${toMailbox} in all, in one day.`;
  return refuseUntil('mailbox-mails', detail, toMailboxFromOrganizer, now, nextUtcDay(now));
};
