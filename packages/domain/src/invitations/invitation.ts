import type { EventId, InvitationId, UserId } from '../ids.ts';
import { after, day, earlier, minute } from '../time.ts';

export const invitationPolicy = {
  lifetime: 30 * day,
  /** How long to wait between two times that an invitation is sent again. */
  resendPause: 10 * minute,
  /** Pending invitations from one organizer to one person: a list of their own stays readable. */
  pendingFromOrganizer: 20,
  /**
   * Replaced tokens that a store keeps of one event, to tell their holders that they have expired; those of a full
   * circle. A further one is forgotten: otherwise each rotation of a link would leave a row for good.
   */
  retiredTokens: 10_000,
} as const;

export type InvitationKind = 'user' | 'email';
/** The states that are kept; `expired` is derived from `pending` and the clock. */
export type StoredInvitationState = 'pending' | 'accepted' | 'declined' | 'revoked';
export type InvitationState = StoredInvitationState | 'expired';

/** How the mail of an invitation fares; `none` for invitations that need no mail. */
export type Delivery = 'none' | 'queued' | 'sent' | 'refused';

/** How a mail ended: taken by the mail server, or permanently refused (RFC 5321 section 4.2.1, 5yz). */
export type MailOutcome = 'sent' | 'refused';

/** A personal invitation to one event. */
export interface Invitation {
  readonly id: InvitationId;
  readonly eventId: EventId;
  readonly kind: InvitationKind;
  /** The invited user, or, for an e-mail address, the user who accepted; null until then. */
  readonly userId: UserId | null;
  /** Trimmed and in lower case; null for the kind `user`. */
  readonly email: string | null;
  readonly token: string;
  readonly state: StoredInvitationState;
  readonly delivery: Delivery;
  /** Counts the times it was sent, from 1. */
  readonly sending: number;
  readonly sentAt: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Stays when it is revoked; null before, and for one accepted before this was recorded. */
  readonly acceptedAt: Date | null;
}

/** An invitation to be sent: to a user or to an e-mail address, never both. */
export type InvitationToSend = Pick<Invitation, 'id' | 'eventId' | 'token' | 'createdAt' | 'expiresAt'> & {
  readonly recipient:
    | { readonly kind: 'user'; readonly userId: UserId }
    | { readonly kind: 'email'; readonly email: string };
};

/** `attend` is the user's RSVP `going`; `renew` sends an invitation to a recipient who has one. */
export type InvitationMove = 'accept' | 'attend' | 'decline' | 'revoke' | 'renew' | 'resend';

/**
 * Where each move leads; a move that is not listed is refused. The only list of transitions: stores take the
 * states that they look for from {@link statesBefore}.
 */
const moves: Record<InvitationState, Partial<Record<InvitationMove, StoredInvitationState>>> = {
  pending: {
    accept: 'accepted',
    attend: 'accepted',
    decline: 'declined',
    revoke: 'revoked',
    resend: 'pending',
  },
  accepted: { revoke: 'revoked' },
  declined: { accept: 'accepted', revoke: 'revoked' },
  revoked: { renew: 'pending' },
  expired: { revoke: 'revoked', renew: 'pending', resend: 'pending' },
};

export const invitationStates = Object.keys(moves) as readonly InvitationState[];

/** The state with the clock applied. */
export const invitationState = (
  invitation: Pick<Invitation, 'state' | 'expiresAt'>,
  now: Date,
): InvitationState =>
  invitation.state === 'pending' && now >= invitation.expiresAt ? 'expired' : invitation.state;

/** The state after the move, or null when the invitation does not allow it. */
export const moveInvitation = (state: InvitationState, move: InvitationMove): StoredInvitationState | null =>
  moves[state][move] ?? null;

/** The states that allow the move. */
export const statesBefore = (move: InvitationMove): readonly InvitationState[] =>
  invitationStates.filter((state) => moveInvitation(state, move) !== null);

/**
 * Whether the token still opens the event. A declined invitation stays acceptable until it expires; an
 * accepted one does not expire.
 */
export const isUsable = (invitation: Pick<Invitation, 'state' | 'expiresAt'>, now: Date): boolean =>
  invitation.state === 'accepted' || (invitation.state !== 'revoked' && now < invitation.expiresAt);

/** The event's end or 30 days after sending, whichever is first. */
export const invitationExpiry = (eventEndAt: Date, sentAt: Date): Date =>
  earlier(eventEndAt, after(sentAt, invitationPolicy.lifetime));
