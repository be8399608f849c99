import type { UserId } from '../../src/ids.ts';
import { invitationState } from '../../src/invitations/invitation.ts';
import type { Candidates } from '../../src/invitations/plan-invitations.ts';
import type { InvitationStore } from '../../src/ports/guests/invitation-store.ts';
import { hasAccount, standingOf } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** The users of circles and ids, and their relation to the event. */
export const memoryCandidates = (
  tables: Tables,
  {
    eventId,
    organizer,
    inviter,
    circleIds,
    userIds,
    emails,
    most,
    at,
  }: Parameters<InvitationStore['candidates']>[0],
): Candidates => {
  const event = tables.events.get(eventId);
  const ownCircles = circleIds.filter((id) => tables.circles.get(id)?.ownerId === inviter);
  const members = ownCircles.flatMap((id) =>
    tables.circleMembers.rows().filter(({ circleId }) => circleId === id),
  );
  const isKnown = (id: UserId) => hasAccount(tables, id);
  const candidateIds = [...members.map(({ userId }) => userId), ...userIds.filter(isKnown)];
  const times = new Map<UserId, number>();
  for (const userId of candidateIds) times.set(userId, (times.get(userId) ?? 0) + 1);
  const unknownUserCount = userIds.filter((id) => !isKnown(id)).length;
  return {
    addresses: tables.invitations
      .rows()
      .flatMap((row) =>
        row.eventId === eventId && row.email !== null && emails.includes(row.email)
          ? [{ email: row.email, invitation: invitationState(row, at) }]
          : [],
      ),
    unknownCount: circleIds.length - ownCircles.length + unknownUserCount,
    users: [...times].slice(0, most).map(([userId, count]) => {
      const invitations = tables.invitations
        .rows()
        .filter((row) => row.eventId === eventId && row.userId === userId);
      const invitation =
        invitations.find(({ state }) => state === 'accepted') ??
        invitations.find(({ kind }) => kind === 'user');
      return {
        userId,
        times: count,
        isInside:
          (event !== undefined && standingOf(tables, event, userId) !== 'guest') ||
          tables.joins.get(pairKey(eventId, userId)) !== undefined ||
          tables.rsvps.get(pairKey(eventId, userId))?.state === 'going',
        invitation: invitation ? invitationState(invitation, at) : null,
        pendingElsewhere: tables.invitations.rows().filter((row) => {
          const to = tables.events.get(row.eventId);
          return (
            row.userId === userId &&
            row.eventId !== eventId &&
            to?.organizerId === organizer &&
            to.status === 'scheduled' &&
            invitationState(row, at) === 'pending'
          );
        }).length,
        hasBlocked: [organizer, inviter].some((one) => tables.blocks.get(pairKey(userId, one)) !== undefined),
      };
    }),
  };
};
