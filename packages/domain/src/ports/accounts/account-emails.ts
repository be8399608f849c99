import type { EmailProof } from '../../account-email/email-proof.ts';
import type { UserId } from '../../ids.ts';

/** The proven address of each account, one account an address, and what is yet to be proven. */
export interface AccountEmails {
  /**
   * Asks for one more mail: the proof of this account for the same address if it is open and `isRenewed` is false, else `fresh`, which
   * replaces another one. `mails` counts the mail; the session is that of `fresh`. It takes part in the surrounding unit of work and
   * locks the proof. Null for an erased account.
   */
  ask(fresh: EmailProof, isRenewed: boolean, at: Date): Promise<EmailProof | null>;
  /** Notes that a mail is queued. */
  noteMailed(id: string): Promise<void>;
  /** The open proof of an account, or of a token or an id; null without one: it expired, or its session or its account did. */
  open(
    by: { readonly userId: UserId } | { readonly token: string } | { readonly id: string },
    at: Date,
  ): Promise<EmailProof | null>;
  /**
   * Ends an open proof, and makes its address that of its account; null when it is gone. Parallel calls succeed once, and an address is
   * that of the account that proved it last. It takes part in the surrounding unit of work.
   */
  prove(
    proof: EmailProof,
    at: Date,
  ): Promise<{ /** Who had the address. */ readonly formerOwnerId: UserId | null } | null>;
  /** Ends the proof of an account, and takes its address away. */
  remove(user: UserId): Promise<void>;
}
