import type { Dependencies } from '../dependencies.ts';
import type { InvitationId } from '../ids.ts';

/** One sending of one invitation, as the outbox holds it. */
export interface DeliverInvitation {
  readonly invitationId: InvitationId;
  readonly sending: number;
}

/**
 * Sends the mail of an invitation and records its delivery; at least once per sending. Does nothing when the
 * mail must no longer be sent. Rejects when it should be retried.
 */
export const deliverInvitation =
  ({ stores, clock, mailer }: Pick<Dependencies, 'stores' | 'clock' | 'mailer'>) =>
  async ({ invitationId, sending }: DeliverInvitation): Promise<void> => {
    const mail = await stores.invitationCatalog.mailOf(invitationId, sending, clock.now());
    if (!mail) return;
    await stores.invitations.recordDelivery(invitationId, sending, await mailer.sendInvitation(mail));
  };
