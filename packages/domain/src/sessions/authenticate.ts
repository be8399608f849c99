import type { Dependencies } from '../dependencies.ts';
import { parseId, type SessionId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { isAlive, isNews } from './session.ts';

/** The claims of a verified access token. */
export interface Authenticate {
  readonly sessionId: string;
  readonly userId: string;
  readonly generation: number;
}

/** The user of a request. */
export interface Caller {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/**
 * Admits the bearer of an access token while its session lives. The first use of a generation's token
 * confirms that the refresh which carried it arrived. Throws `unauthenticated`.
 */
export const authenticate =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (claims: Authenticate): Promise<Caller> => {
    const id = parseId<'session'>(claims.sessionId);
    const session = id && (await stores.sessions.find(id));
    const now = clock.now();
    if (!session || session.userId !== claims.userId || !isAlive(session, now))
      throw refuse('unauthenticated');
    if (session.isReceipt || claims.generation > session.generation) throw refuse('unauthenticated');
    if (isNews(session, claims.generation, now))
      await stores.sessions.use(session.id, claims.generation, now);
    return { userId: session.userId, sessionId: session.id };
  };
