import type { Dependencies } from '../dependencies.ts';
import { withTimeZone } from '../events/event-time-zone.ts';
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
  ({ stores, clock, mailer, timeZones }: Pick<Dependencies, 'stores' | 'clock' | 'mailer' | 'timeZones'>) =>
  async ({ invitationId, sending }: DeliverInvitation): Promise<void> => {
    const stored = await stores.invitationCatalog.mailOf(invitationId, sending, clock.now());
    if (!stored) return;
    const mail = { ...stored, event: withTimeZone(timeZones, stored.event) };
    await stores.invitations.recordDelivery(invitationId, sending, await mailer.sendInvitation(mail));
  };
