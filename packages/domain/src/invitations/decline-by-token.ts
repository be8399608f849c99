import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { type Declining, decline } from './decline-invitation.ts';
import { usableToken } from './usable-token.ts';

export interface DeclineByToken {
  readonly token: string;
  readonly userId: UserId;
}

/**
 * Declines the personal invitation of a token; the RSVP stays. The token of an invitation sent to an e-mail address
 * proves that it is the caller's. Repeating it changes nothing. Throws `invitation_not_found` (also for a shared
 * link), `invitation_expired`, `invitation_not_yours`, `invitation_already_accepted`.
 */
export const declineByToken =
  (dependencies: Declining) =>
  async ({ token, userId }: DeclineByToken): Promise<void> => {
    const holder = await usableToken(dependencies, token);
    if (holder.kind === 'link') throw refuse('invitation_not_found');
    const { id, kind, state, userId: inviteeId } = holder.invitation;
    if (kind === 'user' && inviteeId !== userId) throw refuse('invitation_not_yours');
    if (state === 'declined') return;
    if (state === 'accepted') throw refuse('invitation_already_accepted');
    const addressee = kind === 'user' ? userId : null;
    if (!(await decline(dependencies, id, addressee, userId))) throw refuse('invitation_not_found');
  };
