import type { Dependencies } from '../dependencies.ts';
import { type DomainError, refuse } from '../problem.ts';
import type { Session } from '../sessions/session.ts';

type AuditDependencies = Pick<Dependencies, 'stores' | 'auditLog'>;

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

/**
 * Records why a sign-in was refused, with the account of the phone if it has one, and returns what the caller
 * is told. The look-up takes as long for a phone without an account.
 * @param phone absent for a text that is no phone number
 * @param reason a constant in snake case
 */
export const refuseSignIn = async (
  { stores, auditLog }: AuditDependencies,
  phone: string | undefined,
  network: string,
  reason: string,
): Promise<DomainError> => {
  const user = await stores.users.findByPhone(phone ?? '');
  const tried = user ? { userId: user.id } : { phone };
  auditLog.record({ event: 'sign_in_refused', ...tried, origin: { sessionId: null, network }, reason });
  return refuse('code_invalid');
};
