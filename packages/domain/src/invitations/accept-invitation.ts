import type { Dependencies } from '../dependencies.ts';
import { requireScheduled } from '../events/event-access.ts';
import { isClosed } from '../events/rsvp-deadline.ts';
import type { EventId, UserId } from '../ids.ts';
import { newChange } from '../outbox/change.ts';
import { type DomainError, refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { TokenHolder } from './invitation-views.ts';
import { usableToken } from './usable-token.ts';

export interface AcceptInvitation {
  readonly token: string;
  readonly userId: UserId;
  /** `going` when absent. */
  readonly rsvp?: 'going' | 'interested';
}

export interface InvitationAccepted {
  readonly eventId: EventId;
  readonly eventTitle: string;
  readonly myRsvp: 'going' | 'interested';
}

/**
 * Joins the event that the token opens and records the RSVP, both or neither. A personal e-mail token is
 * its first accepter's; a shared link takes each person once. Throws `invitation_not_found` (also for people
 * who were removed from the event), `invitation_expired`, `invitation_not_yours`,
 * `invitation_already_accepted`, `event_cancelled`, `event_postponed`, `rsvp_closed` (the invitation stays as it is), `rate_limited`.
 */
export const acceptInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'settings'>) =>
  async ({ token, userId, rsvp = 'going' }: AcceptInvitation): Promise<InvitationAccepted> => {
    const holder = await usableToken(dependencies, token);
    if (holder.kind === 'personal') {
      const { kind, userId: inviteeId, state } = holder.invitation;
      if (kind === 'user' && inviteeId !== userId) throw refuse('invitation_not_yours');
      if (state === 'accepted') throw refuse('invitation_already_accepted');
    }
    const { id, title } = holder.event;
    requireScheduled(holder.event);
    const { clock, ids, unitOfWork } = dependencies;
    const now = clock.now();
    await useQuota(dependencies, userId, 'invitation-responses');
    await unitOfWork.run(async (stores) => {
      await join(stores, clock, holder, { token, userId, now });
      const outcome = await stores.rsvps.set(id, userId, rsvp, now);
      if (!outcome) throw refuse('invitation_not_found');
      // Also for one who is going already: what is accepted is the invitation.
      if (outcome === 'closed' || isClosed(holder.event, now)) throw refuse('rsvp_closed');
      await stores.outbox.add([
        newChange('invitation.accepted', now, { id: ids.next(), eventId: id, userId }),
      ]);
    });
    return { eventId: id, eventTitle: title, myRsvp: rsvp };
  };

const join = async (
  stores: Dependencies['stores'],
  clock: Dependencies['clock'],
  holder: Exclude<TokenHolder, { kind: 'retired' }>,
  { token, userId, now }: AcceptInvitation & { readonly now: Date },
): Promise<void> => {
  if (holder.kind === 'personal') {
    if (!(await stores.invitations.accept(holder.invitation.id, userId, now)))
      throw await refuseLoser({ stores, clock }, token);
    return;
  }
  const outcome = await stores.inviteLinks.join(holder.event.id, userId, now);
  if (outcome === 'repeated') throw refuse('invitation_already_accepted');
  if (!outcome) throw refuse('invitation_not_found');
};

/**
 * The problem of a personal invitation that changed after its token was read: what the token stands for now
 * tells a second accepter from a user whose invitation was revoked or sent again. Throws
 * `invitation_not_found`, `invitation_expired`.
 */
const refuseLoser = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock'>,
  token: string,
): Promise<DomainError> => {
  const holder = await usableToken(dependencies, token);
  const isAccepted = holder.kind === 'personal' && holder.invitation.state === 'accepted';
  return refuse(isAccepted ? 'invitation_already_accepted' : 'invitation_not_found');
};
