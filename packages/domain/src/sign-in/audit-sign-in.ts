import type { Dependencies } from '../dependencies.ts';
import { type DomainError, refuse } from '../problem.ts';
import type { Session } from '../sessions/session.ts';
import type { User } from '../users/user.ts';

/** Records a sign-in and the session that it opened. */
export const auditSignIn = (
  { auditLog }: Pick<Dependencies, 'auditLog'>,
  { id, userId }: Session,
  network: string,
): void => {
  const entry = { userId, origin: { sessionId: id, network } };
  auditLog.record({ event: 'sign_in', ...entry });
  auditLog.record({ event: 'new_session', ...entry });
};

/** What a refused sign-in was tried on, and where from. */
export interface TriedSignIn {
  /** In E.164 form. */
  readonly phone: string;
  /** The account of the phone, if it has one. */
  readonly account: Pick<User, 'id'> | null;
  readonly network: string;
}

/**
 * Records why a sign-in was refused, and returns what the caller is told.
 * @param reason a constant in snake case
 */
export const refuseSignIn = (
  { auditLog }: Pick<Dependencies, 'auditLog'>,
  { phone, account, network }: TriedSignIn,
  reason: string,
): DomainError => {
  const subject = account ? { userId: account.id } : { phone };
  auditLog.record({ event: 'sign_in_refused', ...subject, origin: { sessionId: null, network }, reason });
  return refuse('code_invalid');
};
