import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { Caller } from './authenticate.ts';
import { refreshMove } from './session.ts';

/** The content of a refresh token, or of a cookie in its place, whose MAC was verified. */
export interface ReadSession {
  readonly sessionId: string;
  readonly generation: number;
}

/**
 * Whom a token belongs to that {@link refreshSession} would exchange, without a write: for pages, whose GET
 * changes nothing. Throws `unauthenticated`.
 */
export const readSession =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ sessionId, generation }: ReadSession): Promise<Caller> => {
    const id = parseId<'session'>(sessionId);
    const session = id && (await stores.sessions.find(id));
    const move = session ? refreshMove(session, generation, clock.now()) : 'refuse';
    if (!session || (move !== 'rotate' && move !== 'repeat')) throw refuse('unauthenticated');
    return { userId: session.userId, sessionId: session.id };
  };
