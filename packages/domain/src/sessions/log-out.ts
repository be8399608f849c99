import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import type { WithOrigin } from '../origin.ts';

export interface LogOut extends WithOrigin {
  readonly userId: string;
  /**
   * The session of the refresh token, or of the bearer where none was given; null for an unreadable token.
   */
  readonly sessionId: string | null;
}

/** Ends one session of the caller, at once and on every replica. Any other session is unchanged. */
export const logOut =
  ({ stores, clock, auditLog }: Pick<Dependencies, 'stores' | 'clock' | 'auditLog'>) =>
  async ({ userId, sessionId, origin }: LogOut): Promise<void> => {
    const id = sessionId === null ? null : parseId<'session'>(sessionId);
    const session = id && (await stores.sessions.find(id));
    if (!session || session.userId !== userId) return;
    if (await stores.sessions.end(session.id, clock.now()))
      auditLog.record({
        event: 'session_ended',
        userId: session.userId,
        origin,
        sessionId: session.id,
        reason: 'user_signed_out',
      });
  };
