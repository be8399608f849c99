import type { InvitationId } from '../ids.ts';

/** The durable queue of invitation mails; its jobs hold ids, never an address or a token. */
export interface MailOutbox {
  /** Joins the surrounding unit of work: the mails are due when it commits, and only then. */
  enqueue(invitations: readonly { readonly id: InvitationId; readonly sending: number }[]): Promise<void>;
}
