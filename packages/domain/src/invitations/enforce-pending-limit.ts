import type { Dependencies } from '../dependencies.ts';
import type { EventAccess } from '../events/event.ts';
import type { UserId } from '../ids.ts';
import { refuseUntil } from '../problem.ts';
import { after, day } from '../time.ts';
import { type Invitation, invitationPolicy, invitationState } from './invitation.ts';

/**
 * Throws `rate_limited` when an expired invitation, sent again, would be one pending invitation too many from the
 * organizer to its user. It has to run in the unit of work that sends it.
 */
export const enforcePendingLimit = async (
  stores: Dependencies['stores'],
  { eventId, organizerId }: EventAccess,
  invitation: Invitation,
  inviter: UserId,
  now: Date,
): Promise<void> => {
  if (invitation.kind !== 'user' || !invitation.userId || invitationState(invitation, now) !== 'expired')
    return;
  const { users } = await stores.invitations.candidates({
    eventId,
    organizer: organizerId,
    inviter,
    circleIds: [],
    userIds: [invitation.userId],
    emails: [],
    most: 1,
    at: now,
  });
  const limit = invitationPolicy.pendingFromOrganizer;
  if (!users.some(({ pendingElsewhere }) => pendingElsewhere >= limit)) return;
  const detail = `The user has ${limit} other pending invitations from this organizer.`;
  throw refuseUntil('pending-invitations', detail, limit, now, after(now, day));
};
