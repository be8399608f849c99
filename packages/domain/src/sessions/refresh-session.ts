import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { refreshMove, type Session } from './session.ts';

/** The content of a refresh token whose MAC was verified. */
export interface RefreshSession {
  readonly sessionId: string;
  readonly generation: number;
}

/**
 * Exchanges a refresh token's generation for the session at its next one. Presenting the previous generation
 * again returns the same generation while its response may have been lost; an older one ends the session.
 * Throws `refresh_token_invalid`.
 */
export const refreshSession =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (command: RefreshSession): Promise<Session> => {
    const id = parseId<'session'>(command.sessionId);
    for (;;) {
      const session = id && (await stores.sessions.find(id));
      if (!session) throw refuse('refresh_token_invalid');
      const now = clock.now();
      switch (refreshMove(session, command.generation, now)) {
        case 'repeat':
          return session;
        case 'rotate':
          if (await stores.sessions.advance(session.id, session.generation, now))
            return { ...session, generation: session.generation + 1, confirmed: false, refreshedAt: now };
          break; // another refresh or a logout came first: look again
        case 'annul':
          await stores.sessions.end(session.id, now);
          throw refuse('refresh_token_invalid');
        case 'refuse':
          throw refuse('refresh_token_invalid');
      }
    }
  };
