import type { DomainError } from '@event-platform/domain';
import type { OperatorCommand } from './operator-arguments.ts';

const unknownText = (command: OperatorCommand): string => {
  if (command.name === 'reports') return 'There are no such reports.';
  if (command.name === 'categories')
    return `There is no category ${'slug' in command ? command.slug : ''}: categories lists them.`;
  if (command.name === 'close')
    return `There are no open reports about ${command.subject}: reports lists the ids of targets.`;
  return `No account has the id or phone number ${'subject' in command ? command.subject : ''}.`;
};

/** Why a command was refused and what to do, for people to read; null for what is no refusal of one. */
export const refusalText = (command: OperatorCommand, { problem }: DomainError): string | null => {
  switch (problem.code) {
    case 'not_found':
      return unknownText(command);
    case 'event_not_found':
      return `There is no event ${'subject' in command ? command.subject : ''}.`;
    case 'category_exists':
      return 'There is a category of this slug already.';
    case 'is_operator':
      return 'This user is an operator: revoke their role first.';
    case 'invalid_request':
      return problem.errors
        .map(({ path, message }) => `${path.slice(1) || 'The command'} ${message}.`)
        .join('\n');
    default:
      return null;
  }
};
