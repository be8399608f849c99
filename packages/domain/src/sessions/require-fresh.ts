import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';
import type { Caller } from './authenticate.ts';
import { isFresh } from './session.ts';

/** Throws `fresh_sign_in_required` unless the caller's session began by a code within 10 minutes. */
export const requireFresh = async (
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
  { userId, sessionId }: Caller,
): Promise<void> => {
  const session = await stores.sessions.find(sessionId);
  if (session?.userId !== userId || !isFresh(session, clock.now())) throw refuse('fresh_sign_in_required');
};
