import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';

export interface LogOut {
  /** The bearer's user. */
  readonly userId: string;
  /**
   * The session of the refresh token, or of the bearer where none was given; null for an unreadable token.
   */
  readonly sessionId: string | null;
}

/** Ends one session of the caller, at once and on every replica. Any other session is unchanged. */
export const logOut =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ userId, sessionId }: LogOut): Promise<void> => {
    const id = sessionId === null ? null : parseId<'session'>(sessionId);
    const session = id && (await stores.sessions.find(id));
    if (session && session.userId === userId) await stores.sessions.end(session.id, clock.now());
  };
