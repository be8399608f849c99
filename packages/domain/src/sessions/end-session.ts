import type { Dependencies } from '../dependencies.ts';
import { parseId, type SessionId, type UserId } from '../ids.ts';
import type { WithOrigin } from '../origin.ts';
import { refuse } from '../problem.ts';
import { requireFresh } from './require-fresh.ts';
import { isAlive } from './session.ts';

export interface EndSession extends WithOrigin {
  readonly userId: UserId;
  readonly currentSessionId: SessionId;
  readonly sessionId: string;
}

/**
 * Ends one of the caller's sessions, at once and on every replica. Throws `not_found` for one that is not alive,
 * unknown or of another user, which stays as it is, and `fresh_sign_in_required` for another than the caller's own.
 */
export const endSession =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog'>) =>
  async ({ userId, currentSessionId, sessionId, origin }: EndSession): Promise<void> => {
    const { stores, clock, auditLog } = dependencies;
    const id = parseId<'session'>(sessionId);
    if (id !== currentSessionId) await requireFresh(dependencies, { userId, sessionId: currentSessionId });
    const session = id && (await stores.sessions.find(id));
    const now = clock.now();
    if (!session || session.userId !== userId || !isAlive(session, now)) throw refuse('not_found');
    if (!(await stores.sessions.end(session.id, now))) throw refuse('not_found');
    auditLog.record({
      event: 'session_ended',
      userId,
      origin,
      sessionId: session.id,
      reason: 'user_ended_session',
    });
  };
