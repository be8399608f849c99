import type { EmailProof } from '../../src/account-email/email-proof.ts';
import type { UserId } from '../../src/ids.ts';
import type { AccountEmails } from '../../src/ports/accounts/account-emails.ts';
import { isAlive } from '../../src/sessions/session.ts';
import type { Tables } from '../tables.ts';

export const memoryAccountEmails = ({ emailProofs, sessions, users }: Tables): AccountEmails => {
  const isOpen = ({ userId, sessionId, expiresAt }: EmailProof, at: Date): boolean => {
    const session = sessions.get(sessionId);
    const isOfSession = session !== undefined && isAlive(session, at);
    return expiresAt > at && isOfSession && users.get(userId)?.suspendedAt === null;
  };
  const setEmail = (id: UserId, email: string | null) => {
    const user = users.get(id);
    if (user) users.set(id, { ...user, email });
  };
  return {
    ask: async (fresh, isRenewed, at) => {
      if (!users.get(fresh.userId)) return null;
      const old = emailProofs.get(fresh.userId);
      const isSame = old && !isRenewed && old.email === fresh.email && isOpen(old, at);
      const proof = isSame ? { ...old, sessionId: fresh.sessionId, mails: old.mails + 1 } : fresh;
      emailProofs.set(fresh.userId, proof);
      return proof;
    },
    noteMailed: async (id) => {
      for (const [key, proof] of emailProofs.entries())
        if (proof.id === id) emailProofs.set(key, { ...proof, isMailed: true });
    },
    open: async (by, at) =>
      emailProofs
        .rows()
        .find(
          (proof) =>
            isOpen(proof, at) &&
            ('userId' in by
              ? proof.userId === by.userId
              : 'token' in by
                ? proof.token === by.token
                : proof.id === by.id),
        ) ?? null,
    prove: async ({ id, userId }, at) => {
      const proof = emailProofs.get(userId);
      if (proof?.id !== id || !isOpen(proof, at)) return null;
      emailProofs.delete(userId);
      const formerOwner = users.rows().find((user) => user.email === proof.email && user.id !== userId);
      if (formerOwner) setEmail(formerOwner.id, null);
      setEmail(userId, proof.email);
      return { formerOwnerId: formerOwner?.id ?? null };
    },
    remove: async (user) => {
      emailProofs.delete(user);
      setEmail(user, null);
    },
  };
};
