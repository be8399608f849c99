import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { AuditEvent } from '../ports/operators/audit-log.ts';
import { refuse } from '../problem.ts';
import { parsePhone } from '../sign-in/phones/reachable-phone.ts';
import type { Role } from '../users/user.ts';

export interface ChangeOperator {
  readonly phone: string;
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
  return async ({ phone }: ChangeOperator): Promise<{ readonly id: UserId; readonly role: Role }> => {
    const user = await stores.users.findByPhone(parsePhone(phones, phone).e164);
    if (!user || !(await stores.moderation.setRole(user.id, role))) throw refuse('not_found');
    auditLog.record({ event, subjectId: user.id });
    return { id: user.id, role };
  };
};
