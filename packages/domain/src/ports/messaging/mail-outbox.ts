import type { InvitationId } from '../../ids.ts';

/** The durable queue of invitation mails; its jobs hold ids, never an address or a token. */
export interface MailOutbox {
  /** Takes part in the surrounding unit of work: the mails are queued when it commits. */
  enqueue(
    invitations: readonly { readonly id: InvitationId; readonly sending: number }[],
    at: Date,
  ): Promise<void>;
}
