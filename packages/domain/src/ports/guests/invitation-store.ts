import type { CircleId, EventId, InvitationId, UserId } from '../../ids.ts';
import type { Delivery, Invitation, InvitationToSend } from '../../invitations/invitation.ts';
import type { Candidates } from '../../invitations/plan-invitations.ts';

export interface InvitationStore {
  /**
   * The members of the circles (of `inviter` only) and the users of the ids: how often each was named, and
   * their relation to the event, its organizer and the inviter; of more than `most` users any `most`. Of the
   * e-mail addresses those that an invitation to the event was sent to. `unknown` counts circles that are not
   * the inviter's and unknown ids. In a unit of work, calls for one organizer wait for each other: none is
   * sent in between.
   */
  candidates(query: {
    readonly eventId: EventId;
    readonly organizer: UserId;
    readonly inviter: UserId;
    readonly circleIds: readonly CircleId[];
    readonly userIds: readonly UserId[];
    readonly emails: readonly string[];
    readonly most: number;
    readonly at: Date;
  }): Promise<Candidates>;
  /**
   * Writes the invitations in one step. A recipient with a revoked or an expired pending invitation gets it
   * renewed (its id stays, its old token is retired); one with any other invitation is skipped. Invited users
   * no longer count as removed from the event. Returns the invitations sent, with the ids they have.
   */
  send(
    invitations: readonly InvitationToSend[],
    at: Date,
  ): Promise<readonly Pick<Invitation, 'id' | 'kind' | 'email' | 'sending'>[]>;
  find(id: InvitationId): Promise<Invitation | null>;
  /**
   * Moves a pending or declined, unexpired invitation to accepted by `user`, who becomes its user if it was
   * sent to an e-mail address; false in any other state and for an unknown account. A user who was removed from
   * the event is let in again by an invitation sent after that; by any other it is false.
   */
  accept(id: InvitationId, user: UserId, at: Date): Promise<boolean>;
  /**
   * Moves a pending, unexpired invitation addressed to `user` or, with null, sent to an e-mail address, to declined;
   * false when there is none.
   */
  decline(id: InvitationId, user: UserId | null, at: Date): Promise<boolean>;
  /** Moves any invitation that is not revoked to revoked; false when it already is. */
  revoke(id: InvitationId, at: Date): Promise<boolean>;
  /**
   * Sends a pending or expired one again unless it was sent after `notAfter`: `freshToken`, a new expiry and the
   * next sending number; the former token is retired. Returns the new sending number, or null.
   */
  resend(
    id: InvitationId,
    freshToken: string,
    expiresAt: Date,
    notAfter: Date,
    at: Date,
  ): Promise<number | null>;
  /** Records the delivery of one sending; ignored when a later sending exists. */
  recordDelivery(id: InvitationId, sending: number, delivery: Delivery): Promise<void>;
}
