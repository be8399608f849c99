import type { EventId } from '../../src/ids.ts';
import type { InvitationToSend } from '../../src/invitations/invitation.ts';
import { type Invitation, invitationState, moveInvitation } from '../../src/invitations/invitation.ts';
import type { InvitationStore } from '../../src/ports/guests/invitation-store.ts';
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
  const standingInvitation = ({ eventId, recipient }: InvitationToSend): Invitation | undefined =>
    invitations
      .rows()
      .find(
        (row) =>
          row.eventId === eventId &&
          row.kind === recipient.kind &&
          (recipient.kind === 'user' ? row.userId === recipient.userId : row.email === recipient.email),
      );
  const retire = (token: string, eventId: EventId) => retiredTokens.set(token, { token, eventId });

  const sendOne = (toSend: InvitationToSend, at: Date): Invitation | null => {
    const { recipient, ...fields } = toSend;
    const row = standingInvitation(toSend);
    if (row && !moveInvitation(invitationState(row, at), 'renew')) return null;
    if (row) retire(row.token, row.eventId);
    if (recipient.kind === 'user') removedGuests.delete(pairKey(toSend.eventId, recipient.userId));
    return put({
      ...fields,
      id: row?.id ?? toSend.id,
      kind: recipient.kind,
      userId: recipient.kind === 'user' ? recipient.userId : null,
      email: recipient.kind === 'email' ? recipient.email : null,
      state: 'pending',
      delivery: recipient.kind === 'email' ? 'queued' : 'none',
      sending: (row?.sending ?? 0) + 1,
      sentAt: at,
      acceptedAt: null,
    });
  };

  return {
    candidates: async (query) => memoryCandidates(tables, query),
    send: async (toSend, at) =>
      toSend.flatMap((one) => {
        const invitation = sendOne(one, at);
        return invitation
          ? [
              {
                id: invitation.id,
                kind: invitation.kind,
                email: invitation.email,
                sending: invitation.sending,
              },
            ]
          : [];
      }),
    find: async (id) => invitations.get(id) ?? null,
    accept: async (id, user, at) => {
      const row = invitations.get(id);
      if (!row || !hasAccount(tables, user)) return false;
      if (at >= row.expiresAt || !moveInvitation(row.state, 'accept')) return false;
      const key = pairKey(row.eventId, user);
      const removal = removedGuests.get(key);
      if (removal && removal.removedAt >= row.sentAt) return false;
      removedGuests.delete(key);
      put({
        ...row,
        state: 'accepted',
        acceptedAt: at,
        userId: row.kind === 'email' ? user : row.userId,
      });
      return true;
    },
    decline: async (id, user, at) => {
      const row = invitations.get(id);
      const isTheirs = user === null ? row?.kind === 'email' : row?.userId === user;
      if (!row || !isTheirs || !moveInvitation(invitationState(row, at), 'decline')) return false;
      put({ ...row, state: 'declined' });
      return true;
    },
    revoke: async (id, at) => {
      const row = invitations.get(id);
      if (!row || !moveInvitation(invitationState(row, at), 'revoke')) return false;
      put({ ...row, state: 'revoked' });
      return true;
    },
    resend: async (id, freshToken, expiresAt, notAfter, at) => {
      const row = invitations.get(id);
      if (!row) return null;
      const state = invitationState(row, at);
      if (row.sentAt > notAfter || !moveInvitation(state, 'resend')) return null;
      retire(row.token, row.eventId);
      const invitation = put({
        ...row,
        token: freshToken,
        delivery: row.kind === 'email' ? 'queued' : 'none',
        sending: row.sending + 1,
        sentAt: at,
        expiresAt,
      });
      return invitation.sending;
    },
    recordDelivery: async (id, sending, delivery) => {
      const row = invitations.get(id);
      if (row?.sending === sending) put({ ...row, delivery });
    },
  };
};
