import type { Dependencies } from '../dependencies.ts';
import type { WithOrigin } from '../origin.ts';
import type { Caller } from './authenticate.ts';
import { requireFresh } from './require-fresh.ts';

/**
 * Ends all sessions of the caller but the one that they use, at once and on every replica. Throws
 * `fresh_sign_in_required`: a stolen token must not be enough to sign the owner out.
 */
export const endOtherSessions =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog'>) =>
  async ({ userId, sessionId: ownSession, origin }: Caller & WithOrigin): Promise<void> => {
    const { stores, clock, auditLog } = dependencies;
    await requireFresh(dependencies, { userId, sessionId: ownSession });
    for (const sessionId of await stores.ownSessions.endOthers(userId, ownSession, clock.now()))
      auditLog.record({ event: 'session_ended', userId, origin, sessionId, reason: 'user_ended_others' });
  };
