import type { EventRecord } from '../../src/events/event.ts';
import type { RsvpResult, RsvpState } from '../../src/events/rsvp.ts';
import { isClosed } from '../../src/events/rsvp-deadline.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { invitationState, moveInvitation } from '../../src/invitations/invitation.ts';
import type { RsvpStore } from '../../src/ports/guests/rsvp-store.ts';
import { noteActivity } from '../activity/memory-activity-store.ts';
import { releaseClaims } from '../bring-list/memory-bring-list-store.ts';
import { hasAccount } from '../memory-ties.ts';
import { tellListeners } from '../outbox/memory-outbox.ts';
import { releaseAnswers } from '../questions/memory-question-store.ts';
import { takeAll } from '../quotas/memory-quotas.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Whether the event is stored, and the user, and was not removed from it. */
export const mayAttend = (tables: Tables, event: EventId, user: UserId): boolean =>
  tables.events.get(event) !== undefined &&
  hasAccount(tables, user) &&
  tables.removedGuests.get(pairKey(event, user)) === undefined;

/** Writes an RSVP to an event that is stored, and what follows from it. */
export const recordRsvp = (
  tables: Tables,
  event: EventId,
  user: UserId,
  state: RsvpState,
  at: Date,
): RsvpResult | 'closed' => {
  const { rsvps, invitations } = tables;
  const key = pairKey(event, user);
  const isLate = isClosed(tables.events.get(event) as EventRecord, at);
  if (isLate && state !== null && state !== rsvps.get(key)?.state) return 'closed';
  if (state !== (rsvps.get(key)?.state ?? null)) {
    noteActivity(tables, { eventId: event, userId: user, kind: state ?? 'cancelled', at });
    tellListeners(tables, 'rsvp.changed', at, { eventId: event, userId: user, data: { status: state } });
  }
  if (state === null) rsvps.delete(key);
  else
    rsvps.set(key, { eventId: event, userId: user, state, respondedAt: rsvps.get(key)?.respondedAt ?? at });
  if (state !== 'going') releaseClaims(tables, event, user);
  if (state === null) releaseAnswers(tables, event, user);
  if (state === 'going' && !isLate)
    for (const invitation of invitations.rows())
      if (
        invitation.eventId === event &&
        invitation.userId === user &&
        moveInvitation(invitationState(invitation, at), 'attend')
      ) {
        invitations.set(invitation.id, { ...invitation, state: 'accepted', acceptedAt: at });
        tellListeners(tables, 'invitation.accepted', at, { eventId: event, userId: user });
      }
  return { myRsvp: state, rsvpCount: rsvps.rows().filter(({ eventId }) => eventId === event).length };
};

export const memoryRsvpStore = (tables: Tables): RsvpStore => {
  const { rsvps, events } = tables;
  const maySet = (event: EventId, user: UserId, state: RsvpState): boolean =>
    state === null
      ? events.get(event) !== undefined && hasAccount(tables, user)
      : mayAttend(tables, event, user);

  return {
    has: async (event, user) => rsvps.get(pairKey(event, user)) !== undefined,
    set: async (event, user, state, at) =>
      maySet(event, user, state) ? recordRsvp(tables, event, user, state, at) : null,
    setWithin: async (charge, event, user, state, at) => {
      if (!maySet(event, user, state)) return null;
      const { refusal } = takeAll(tables, [charge], at);
      if (refusal && state !== null) return { limit: refusal.limit, until: refusal.until };
      return recordRsvp(tables, event, user, state, at);
    },
  };
};
