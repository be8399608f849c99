import type { EventId } from '../../src/ids.ts';
import type { InvitationToSend } from '../../src/invitations/invitation.ts';
import { type Invitation, invitationState, moveInvitation } from '../../src/invitations/invitation.ts';
import type { InvitationStore } from '../../src/ports/invitation-store.ts';
import { memoryCandidates } from '../attendees/memory-candidates.ts';
import { hasAccount } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memoryInvitationStore = (tables: Tables): InvitationStore => {
  const { invitations, removedGuests, retiredTokens } = tables;
  const put = (invitation: Invitation): Invitation => {
    invitations.set(invitation.id, invitation);
    return invitation;
  };
  const standing = ({ eventId, recipient }: InvitationToSend): Invitation | undefined =>
    invitations
      .rows()
      .find(
        (known) =>
          known.eventId === eventId &&
          known.kind === recipient.kind &&
          (recipient.kind === 'user' ? known.userId === recipient.userId : known.email === recipient.email),
      );
  const retire = (token: string, eventId: EventId) => retiredTokens.set(token, { token, eventId });

  const sendOne = (wanted: InvitationToSend, at: Date): Invitation | null => {
    const { recipient, ...fields } = wanted;
    const known = standing(wanted);
    if (known && !moveInvitation(invitationState(known, at), 'renew')) return null;
    if (known) retire(known.token, known.eventId);
    if (recipient.kind === 'user') removedGuests.delete(pairKey(wanted.eventId, recipient.userId));
    return put({
      ...fields,
      id: known?.id ?? wanted.id,
      kind: recipient.kind,
      userId: recipient.kind === 'user' ? recipient.userId : null,
      email: recipient.kind === 'email' ? recipient.email : null,
      state: 'pending',
      delivery: recipient.kind === 'email' ? 'queued' : 'none',
      sending: (known?.sending ?? 0) + 1,
      sentAt: at,
      acceptedAt: null,
    });
  };

  return {
    candidates: async (query) => memoryCandidates(tables, query),
    send: async (wanted, at) =>
      wanted.flatMap((one) => {
        const sent = sendOne(one, at);
        return sent ? [{ id: sent.id, kind: sent.kind, email: sent.email, sending: sent.sending }] : [];
      }),
    find: async (id) => invitations.get(id) ?? null,
    accept: async (id, user, at) => {
      const known = invitations.get(id);
      if (!known || !hasAccount(tables, user)) return false;
      if (at >= known.expiresAt || !moveInvitation(known.state, 'accept')) return false;
      const key = pairKey(known.eventId, user);
      const removed = removedGuests.get(key);
      if (removed && removed.removedAt >= known.sentAt) return false;
      removedGuests.delete(key);
      put({
        ...known,
        state: 'accepted',
        acceptedAt: at,
        userId: known.kind === 'email' ? user : known.userId,
      });
      return true;
    },
    decline: async (id, user, at) => {
      const known = invitations.get(id);
      const isTheirs = user === null ? known?.kind === 'email' : known?.userId === user;
      if (!known || !isTheirs || !moveInvitation(invitationState(known, at), 'decline')) return false;
      put({ ...known, state: 'declined' });
      return true;
    },
    revoke: async (id, at) => {
      const known = invitations.get(id);
      if (!known || !moveInvitation(invitationState(known, at), 'revoke')) return false;
      put({ ...known, state: 'revoked' });
      return true;
    },
    resend: async (id, freshToken, expiresAt, notAfter, at) => {
      const known = invitations.get(id);
      if (!known) return null;
      const state = invitationState(known, at);
      if (known.sentAt > notAfter || !moveInvitation(state, 'resend')) return null;
      retire(known.token, known.eventId);
      const sent = put({
        ...known,
        token: freshToken,
        delivery: known.kind === 'email' ? 'queued' : 'none',
        sending: known.sending + 1,
        sentAt: at,
        expiresAt,
      });
      return sent.sending;
    },
    recordDelivery: async (id, sending, delivery) => {
      const known = invitations.get(id);
      if (known?.sending === sending) put({ ...known, delivery });
    },
  };
};
