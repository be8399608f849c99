import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import type { User } from '../users/user.ts';

/**
 * Whether a session belongs, or belonged, to the account of a phone. The session comes from a refresh token whose
 * MAC was verified: only a device that was signed in to the account has one. That the session has ended or the
 * token was exchanged makes no difference, because it opens nothing (ADR 0033).
 * @param sessionId null for a caller without an authentic token
 */
export const isKnownDevice = async (
  { stores }: Pick<Dependencies, 'stores'>,
  sessionId: string | null,
  account: Pick<User, 'id'> | null,
): Promise<boolean> => {
  const id = sessionId === null || !account ? null : parseId<'session'>(sessionId);
  const session = id && (await stores.sessions.find(id));
  return session ? session.userId === account?.id : false;
};
