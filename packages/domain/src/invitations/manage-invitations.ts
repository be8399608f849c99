import type { Dependencies } from '../dependencies.ts';
import { managedEvent } from '../events/known-event.ts';
import { parseId, type UserId } from '../ids.ts';
import { type Paged, toPage } from '../paging.ts';
import { refuse, refuseUntil } from '../problem.ts';
import { after } from '../time.ts';
import {
  type Invitation,
  invitationExpiry,
  invitationPolicy,
  invitationState,
  moveInvitation,
} from './invitation.ts';
import type { EventInviteItem } from './invitation-views.ts';
import { chargeMails } from './invite.ts';

export interface ManageEvent {
  readonly eventId: string;
  readonly callerId: UserId;
}

export interface ManageInvitation extends ManageEvent {
  readonly invitationId: string;
}

type Managed = Pick<Dependencies, 'stores' | 'clock'>;

/** The personal invitations of an event, newest first. For its organizer and admins. Throws `event_not_found`, `forbidden`, `invalid_request`. */
export const listEventInvitations =
  (dependencies: Managed) =>
  async (
    query: ManageEvent & { readonly page?: number | undefined; readonly limit?: number | undefined },
  ): Promise<Paged<EventInviteItem>> => {
    const { eventId } = await managedEvent(dependencies, query.eventId, query.callerId);
    return dependencies.stores.invitationCatalog.ofEvent(eventId, toPage(query), dependencies.clock.now());
  };

/**
 * Takes an invitation back, an accepted one too (an RSVP stays). For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `invitation_not_found` (also when it is revoked already).
 */
export const revokeInvitation =
  (dependencies: Managed) =>
  async (command: ManageInvitation): Promise<void> => {
    const invitation = await invitationOfManaged(dependencies, command);
    if (!(await dependencies.stores.invitations.revoke(invitation.id, dependencies.clock.now())))
      throw refuse('invitation_not_found');
  };

/**
 * Sends a pending or expired invitation again, for a full lifetime. For the event's organizer and admins.
 * Throws `event_not_found`, `forbidden`, `invitation_not_found` (also for a closed one), `event_cancelled`,
 * `rate_limited` (sent a moment ago, or the organizer's mails of the day).
 */
export const resendInvitation =
  (dependencies: Dependencies) =>
  async (command: ManageInvitation): Promise<EventInviteItem> => {
    const invitation = await invitationOfManaged(dependencies, command);
    const access = await managedEvent(dependencies, command.eventId, command.callerId);
    if (access.status === 'cancelled') throw refuse('event_cancelled');
    const { clock, tokens, unitOfWork, settings } = dependencies;
    const now = clock.now();
    if (now >= access.endAt || !moveInvitation(invitationState(invitation, now), 'resend'))
      throw refuse('invitation_not_found');
    const notAfter = after(now, -invitationPolicy.resendPause);
    await unitOfWork.run(async (stores) => {
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

/** Gives the event a new shared link; the old one admits nobody any more. For its organizer and admins. Throws `event_not_found`, `forbidden`. */
export const rotateInviteLink =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'tokens'>) =>
  async (command: ManageEvent): Promise<{ readonly linkToken: string }> => {
    const { eventId } = await managedEvent(dependencies, command.eventId, command.callerId);
    const linkToken = dependencies.tokens.next();
    await dependencies.stores.inviteLinks.rotate(eventId, linkToken);
    return { linkToken };
  };

const invitationOfManaged = async (dependencies: Managed, command: ManageInvitation): Promise<Invitation> => {
  const { eventId } = await managedEvent(dependencies, command.eventId, command.callerId);
  const id = parseId<'invitation'>(command.invitationId);
  const invitation = id && (await dependencies.stores.invitations.find(id));
  if (!invitation || invitation.eventId !== eventId) throw refuse('invitation_not_found');
  return invitation;
};
