import type { Dependencies } from '../dependencies.ts';
import type { Audited } from '../origin.ts';
import type { Caller } from './authenticate.ts';

/** Ends all sessions of the caller but the one that they use, at once and on every replica. */
export const endOtherSessions =
  ({ stores, clock, auditLog }: Pick<Dependencies, 'stores' | 'clock' | 'auditLog'>) =>
  async ({ userId, sessionId: kept, origin }: Caller & Audited): Promise<void> => {
    for (const sessionId of await stores.ownSessions.endOthers(userId, kept, clock.now()))
      auditLog.record({ event: 'session_ended', userId, origin, sessionId, reason: 'user_ended_others' });
  };
