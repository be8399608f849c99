import type { Location } from '../../events/attendance.ts';
import type { InvitationId } from '../../ids.ts';
import type { MailOutcome } from '../../invitations/invitation.ts';
import type { Language } from '../../languages/language.ts';

/** A sign-in code on its way. `id` is stable for one message, so that a provider can recognise a repeat. */
export interface CodeMessage {
  readonly id: string;
  readonly phone: string;
  readonly code: string;
  /** Of its words. */
  readonly language: Language;
}

/** Sends a sign-in code to a phone by SMS, without a queue. */
export interface CodeSender {
  /**
   * Resolves once a provider has taken the message; rejects when none did, with {@link CodeTimeout} when one
   * may have.
   */
  sendCode(message: CodeMessage): Promise<void>;
}

/** Sends a text to a phone by SMS. */
export interface SmsSender {
  /** Resolves once a provider has taken the message, which may be shortened; rejects when it should be retried. */
  sendText(message: { readonly id: string; readonly phone: string; readonly text: string }): Promise<void>;
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
  readonly language: Language;
}

/** A mail that proves an address, by its code or by its link. */
export interface EmailCodeMail {
  readonly proofId: string;
  /** Rises, so that each sending has a Message-ID of its own. */
  readonly sending: number;
  readonly email: string;
  readonly code: string;
  readonly token: string;
  readonly unsubscribeToken: string;
  readonly language: Language;
}

export interface EmailCodeMailer {
  /** Rejects on a transient failure: the caller retries with the same mail. */
  sendEmailCode(mail: EmailCodeMail): Promise<MailOutcome>;
}

/** Sends an invitation to an e-mail address. */
export interface InvitationMailer {
  /** Rejects on a transient failure (no connection, 4yz): the caller retries with the same message. */
  sendInvitation(mail: InvitationMail): Promise<MailOutcome>;
}
