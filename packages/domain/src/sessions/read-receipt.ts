import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { Caller } from './authenticate.ts';
import { hasReceipt } from './session.ts';

export interface ReadReceipt {
  /** The content of a receipt whose MAC was verified. */
  readonly sessionId: string;
}

/**
 * Whom a receipt belongs to: for as long as its session lives, and at most `sessionLifetimes.receipt` from the code on. Writes
 * nothing, so that no use makes it last longer. Throws `unauthenticated`.
 */
export const readReceipt =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ sessionId }: ReadReceipt): Promise<Caller> => {
    const id = parseId<'session'>(sessionId);
    const session = id && (await stores.sessions.find(id));
    if (!session || !hasReceipt(session, clock.now())) throw refuse('unauthenticated');
    return { userId: session.userId, sessionId: session.id };
  };
