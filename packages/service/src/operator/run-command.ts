import { type Clock, type Domain, type ManagedCategory, parseId } from '@event-platform/domain';
import type { Shell } from '../programs/program.ts';
import { act, namedBy } from './act.ts';
import type { OperatorCommand } from './operator-arguments.ts';
import { eraseAfterAsking, exportToFile } from './serve-letters.ts';

const actOnCategories = async (
  domain: Domain,
  command: Extract<OperatorCommand, { readonly name: 'categories' }>,
): Promise<readonly ManagedCategory[]> => {
  switch (command.act) {
    case 'list':
      break;
    case 'add':
      await domain.addCategory({ ...act, slug: command.slug, name: command.label, emoji: command.emoji });
      break;
    case 'rename':
      await domain.changeCategory({ ...act, slug: command.slug, changes: { name: command.label } });
      break;
    case 'merge':
      await domain.mergeCategory({ ...act, slug: command.slug, into: command.into });
      break;
    case 'hide':
    case 'show':
      await domain.changeCategory({
        ...act,
        slug: command.slug,
        changes: { isHidden: command.act === 'hide' },
      });
      break;
    case 'order':
      return domain.orderCategories({ ...act, slugs: command.slugs });
  }
  return domain.listManagedCategories();
};

export interface Workplace {
  readonly domain: Domain;
  readonly clock: Clock;
  readonly shell: Shell;
}

/** Does what the command says. Throws what its use case throws. */
export const runCommand = async (
  { domain, clock, shell }: Workplace,
  command: OperatorCommand,
): Promise<object> => {
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
      const { name, subject, reason } = command;
      const named = parseId<'user'>(subject) ? { userId: subject } : { phone: subject };
      return domain[name === 'suspend' ? 'suspendUser' : 'liftSuspension']({ ...act, ...named, reason });
    }
    case 'show':
      return domain.lookUpUser({ ...act, ...namedBy(command.subject), reason: command.reason });
    case 'export':
      return exportToFile(domain, clock, command);
    case 'erase':
      return eraseAfterAsking(domain, shell, command);
    case 'grant':
      return domain.grantOperator({ phone: command.subject });
    case 'pictures':
      return domain.checkPictures();
    case 'categories':
      return actOnCategories(domain, command);
    case 'revoke':
      return domain.revokeOperator({ phone: command.subject });
  }
};
