import type { UserId } from '../ids.ts';
import { type InvitationState, invitationPolicy, moveInvitation } from './invitation.ts';

/** A user named as a recipient: how often, and their relation to the event. */
export interface Candidate {
  readonly userId: UserId;
  /** Counted over all circles and ids of the request. */
  readonly times: number;
  /** Organizer or admin of the event, in by its link, or already `going`. */
  readonly isInside: boolean;
  /** The state of their personal invitation, if there is one; also of one by mail that they accepted. */
  readonly invitation: InvitationState | null;
  /** Their pending, unexpired invitations to other events of the organizer that are not cancelled. */
  readonly pendingElsewhere: number;
  /** Whether they block the organizer or the inviting caller. */
  readonly hasBlocked: boolean;
}

/** An e-mail address that has an invitation to the event. */
export interface InvitedAddress {
  readonly email: string;
  readonly invitation: InvitationState;
}

export interface Candidates {
  readonly users: readonly Candidate[];
  readonly addresses: readonly InvitedAddress[];
  /** Circles that are not the caller's and unknown ids, each time they were named. */
  readonly unknownCount: number;
}

const isRenewable = (invitation: InvitationState | null): boolean =>
  invitation === null || moveInvitation(invitation, 'renew') !== null;

const mayBeInvited = ({ isInside, invitation, pendingElsewhere, hasBlocked }: Candidate): boolean =>
  !isInside &&
  !hasBlocked &&
  pendingElsewhere < invitationPolicy.pendingFromOrganizer &&
  isRenewable(invitation);

/** Whom to invite, once each, and how many names that leaves out. */
export const planInvitations = (
  { users, addresses: invitedAddresses, unknownCount }: Candidates,
  emails: readonly string[],
): { readonly userIds: readonly UserId[]; readonly emails: readonly string[]; readonly skipped: number } => {
  const invitees = users.filter(mayBeInvited);
  const invitedEmails = new Set(
    invitedAddresses.flatMap(({ email, invitation }) => (isRenewable(invitation) ? [] : [email])),
  );
  const addresses = [...new Set(emails)].filter((email) => !invitedEmails.has(email));
  const mentions = users.reduce((sum, { times }) => sum + times, unknownCount + emails.length);
  return {
    userIds: invitees.map(({ userId }) => userId),
    emails: addresses,
    skipped: mentions - invitees.length - addresses.length,
  };
};
