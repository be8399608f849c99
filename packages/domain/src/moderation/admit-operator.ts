import type { Dependencies } from '../dependencies.ts';
import type { WithOrigin } from '../origin.ts';
import { refuse } from '../problem.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { hour } from '../time.ts';

/** For how long after a code its session may act as an operator's: a working day. */
export const operatorSession = 12 * hour;

/**
 * Admits an operator whose session began by a code within {@link operatorSession}. Throws `not_found` for everybody
 * else, as for an unknown path, and `fresh_sign_in_required` for an older session.
 */
export const admitOperator =
  ({ stores, clock, auditLog }: Pick<Dependencies, 'stores' | 'clock' | 'auditLog'>) =>
  async ({ userId, sessionId, origin }: Caller & WithOrigin): Promise<void> => {
    const [user, session] = await Promise.all([stores.users.find(userId), stores.sessions.find(sessionId)]);
    if (user?.role !== 'admin') throw refuse('not_found');
    const began = session?.createdAt.getTime() ?? Number.NEGATIVE_INFINITY;
    if (clock.now().getTime() - began <= operatorSession) return;
    auditLog.record({ event: 'operator_refused', userId, origin, reason: 'session_too_old' });
    throw refuse('fresh_sign_in_required');
  };
