import type { Location } from '../../events/attendance.ts';
import type { InvitationId } from '../../ids.ts';
import type { MailOutcome } from '../../invitations/invitation.ts';

/** Sends a sign-in code to a phone by SMS, without a queue. */
export interface CodeSender {
  /**
   * Resolves once a provider has taken the message; rejects when none did, with {@link CodeTimeout} when one
   * may have. `id` is stable for one message, so that a provider can recognise a repeat.
   */
  sendCode(message: { readonly id: string; readonly phone: string; readonly code: string }): Promise<void>;
}

export interface InvitationMail {
  readonly invitationId: InvitationId;
  /** Rises when the invitation is sent again, so that each sending has a Message-ID of its own. */
  readonly sending: number;
  readonly email: string;
  readonly token: string;
  /** The secret of the link that stops all mail to this address. */
  readonly unsubscribeToken: string;
  readonly event: {
    readonly title: string;
    readonly startAt: Date;
    readonly endAt: Date;
    readonly isAllDay: boolean;
    readonly location: Location;
    readonly timeZone: string;
  };
  readonly organizerName: string;
}

/** Sends an invitation to an e-mail address. */
export interface InvitationMailer {
  /** Rejects on a transient failure (no connection, 4yz): the caller retries with the same message. */
  sendInvitation(mail: InvitationMail): Promise<MailOutcome>;
}
