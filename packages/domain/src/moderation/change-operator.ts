import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { AuditEvent } from '../ports/operators/audit-log.ts';
import { refuse } from '../problem.ts';
import { parsePhone } from '../sign-in/phones/reachable-phone.ts';
import type { Role } from '../users/user.ts';

export interface ChangeOperator {
  readonly phone: string;
}

export interface OperatorChanged {
  readonly id: UserId;
  readonly role: Role;
  /** False when it was so already: then the audit log has no entry. */
  readonly hasChanged: boolean;
}

/**
 * Gives or takes the role of an operator; no route does. Throws `invalid_request` for a text that is no phone and
 * `not_found` for a phone without an account.
 */
export const changeOperator = (
  { stores, auditLog, phones }: Pick<Dependencies, 'stores' | 'auditLog' | 'phones'>,
  role: Role,
  event: AuditEvent,
) => {
  return async ({ phone }: ChangeOperator): Promise<OperatorChanged> => {
    const user = await stores.users.findByPhone(parsePhone(phones, phone).e164);
    const outcome = user ? await stores.moderation.setRole(user.id, role) : 'unknown';
    if (!user || outcome === 'unknown') throw refuse('not_found');
    const hasChanged = outcome === 'changed';
    if (hasChanged) auditLog.record({ event, subjectId: user.id });
    return { id: user.id, role, hasChanged };
  };
};
