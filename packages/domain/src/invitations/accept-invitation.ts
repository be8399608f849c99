import type { Dependencies } from '../dependencies.ts';
import type { EventId, UserId } from '../ids.ts';
import type { Stores } from '../ports/stores.ts';
import { refuse } from '../problem.ts';
import type { TokenHolder } from './invitation-views.ts';
import { usableToken } from './usable-token.ts';

export interface AcceptInvitation {
  readonly token: string;
  readonly userId: UserId;
}

export interface InvitationAccepted {
  readonly eventId: EventId;
  readonly eventTitle: string;
  readonly myRsvp: 'going';
}

/**
 * Joins the event that the token opens and answers it `going`, both or neither. A personal e-mail token is
 * its first accepter's; a shared link takes each person once. Throws `invitation_not_found`,
 * `invitation_expired`, `invitation_not_yours`, `invitation_already_accepted`, `event_cancelled`.
 */
export const acceptInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'unitOfWork'>) =>
  async ({ token, userId }: AcceptInvitation): Promise<InvitationAccepted> => {
    const holder = await usableToken(dependencies, token);
    if (holder.kind === 'personal') {
      const { kind, userId: invited, state } = holder.invitation;
      if (kind === 'user' && invited !== userId) throw refuse('invitation_not_yours');
      if (state === 'accepted') throw refuse('invitation_already_accepted');
    }
    const { id, title, status } = holder.event;
    if (status === 'cancelled') throw refuse('event_cancelled');
    const now = dependencies.clock.now();
    await dependencies.unitOfWork.run(async (stores) => {
      if (!(await join(stores, holder, userId, now))) throw refuse('invitation_already_accepted');
      if (!(await stores.rsvps.answer(id, userId, 'going', now))) throw refuse('invitation_not_found');
    });
    return { eventId: id, eventTitle: title, myRsvp: 'going' };
  };

const join = (
  stores: Stores,
  holder: Exclude<TokenHolder, { kind: 'retired' }>,
  userId: UserId,
  now: Date,
): Promise<boolean> =>
  holder.kind === 'link'
    ? stores.inviteLinks.join(holder.event.id, userId, now)
    : stores.invitations.accept(holder.invitation.id, userId, now);
