import { type Domain, parseId, type UserId } from '@event-platform/domain';
import type { OperatorCommand } from './operator-arguments.ts';

/** What the command line says of who acts. */
const act = { operatorId: null } as const;

const look = (subject: string) =>
  parseId<'user'>(subject) ? { id: subject, phone: undefined } : { phone: subject, id: undefined };

/** The id of a user who is named by it or by the phone. */
const userIdOf = async (domain: Domain, subject: string, reason: string): Promise<UserId> =>
  parseId<'user'>(subject) ??
  (await domain.lookUpUser({ ...act, ...look(subject), reason: reason || 'to lift a suspension' })).user.id;

/** Does what the command says. Throws what its use case throws. */
export const runCommand = async (domain: Domain, command: OperatorCommand): Promise<object> => {
  switch (command.name) {
    case 'reports':
      return domain.listReports({ status: command.status, page: command.page });
    case 'close':
      return domain.closeReports({
        ...act,
        targetId: command.subject,
        action: command.action,
        note: command.note,
      });
    case 'take-down':
      return domain.takeDownEvent({ ...act, eventId: command.subject, reason: command.reason });
    case 'restore':
      return domain.restoreEvent({ ...act, eventId: command.subject, reason: command.reason });
    case 'suspend':
    case 'lift': {
      const { name, reason } = command;
      const userId = await userIdOf(domain, command.subject, reason);
      return domain[name === 'suspend' ? 'suspendUser' : 'liftSuspension']({ ...act, userId, reason });
    }
    case 'show':
      return domain.lookUpUser({ ...act, ...look(command.subject), reason: command.reason });
    case 'grant':
      return domain.grantOperator({ phone: command.subject });
    case 'revoke':
      return domain.revokeOperator({ phone: command.subject });
  }
};
