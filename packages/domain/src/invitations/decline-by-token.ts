import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { usableToken } from './usable-token.ts';

export interface DeclineByToken {
  readonly token: string;
  readonly userId: UserId;
}

/**
 * Declines the personal invitation of a token; the RSVP stays. The token of an invitation sent to an e-mail address
 * proves that it is the caller's. Repeating it changes nothing. Throws `invitation_not_found` (also for a shared
 * link), `invitation_expired`, `invitation_not_yours`, `invitation_already_accepted`,
 * `rate_limited`.
 */
export const declineByToken =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ token, userId }: DeclineByToken): Promise<void> => {
    const holder = await usableToken(dependencies, token);
    if (holder.kind === 'link') throw refuse('invitation_not_found');
    const { id, kind, state, userId: invited } = holder.invitation;
    if (kind === 'user' && invited !== userId) throw refuse('invitation_not_yours');
    if (state === 'declined') return;
    if (state === 'accepted') throw refuse('invitation_already_accepted');
    const addressee = kind === 'user' ? userId : null;
    const { stores, clock } = dependencies;
    await useQuota(dependencies, userId, 'invitation-responses');
    if (!(await stores.invitations.decline(id, addressee, clock.now()))) throw refuse('invitation_not_found');
  };
