import { parseArgs } from 'node:util';
import type { ReportAction, ReportStatus } from '@event-platform/domain';
import { WrongUsage } from '../faults/wrong-usage.ts';
import { type CategoryAct, readCategoryAct } from './category-arguments.ts';

export const operatorUsage = `Usage: npm run operator -- COMMAND [--as NAME] [--json]

  reports [--status open|closed] [--page N]     what people reported, one entry a target
  close TARGET_ID --action none|taken_down|suspended [--note TEXT]
                                                closes the reports of an event or user, and does what the action says
  take-down EVENT_ID --reason TEXT              hides an event from all but its organizer, who reads the reason
  restore EVENT_ID [--reason TEXT]              shows it again
  suspend PHONE|USER_ID --reason TEXT           signs a user out, who reads the reason when they sign in, and takes
                                                down what they organize to come
  lift PHONE|USER_ID [--reason TEXT]            ends a suspension and what was taken down with it
  show PHONE|USER_ID --reason TEXT              profile, counts and sessions of a user
  export PHONE|USER_ID --reason TEXT [--file PATH]
                                                all that is kept about a user, in a file that only you can read
  erase PHONE|USER_ID --reason TEXT [--yes]     erases an account for good, after asking for its number
  grant PHONE                                   makes a user with an account an operator
  revoke PHONE                                  takes that back
  categories [list]                             all categories, and which of them imports made
  categories add SLUG --name TEXT --emoji E     adds one
  categories rename SLUG NAME                   gives it another name; searches find its events by it
  categories merge SLUG INTO                    makes its events those of another one; its slug goes on to work
  categories hide|show SLUG                     offers it no more, or again; its events stay
  categories order SLUG…                        puts these first, in this order, and the others by name
  pictures check                                deletes pictures that nothing shows, and mends files and rows that
                                                do not belong together

  --as    who acts, for the audit log: without it the user of this system
  --json  prints the result as JSON
  --yes   erases without asking

Each of them but reports, categories list and pictures is written to the audit log, as JSON lines on the standard error. What
held already is said and not written again.
`;

export interface Export {
  readonly name: 'export';
  readonly subject: string;
  readonly reason: string;
  readonly file: string | undefined;
}

export interface Erase {
  readonly name: 'erase';
  readonly subject: string;
  readonly reason: string;
  readonly isConfirmed: boolean;
}

/** One command with its arguments, checked for presence alone: the domain checks the rest. */
export type OperatorCommand =
  | { readonly name: 'reports'; readonly status: ReportStatus; readonly page: number }
  | { readonly name: 'close'; readonly subject: string; readonly action: ReportAction; readonly note: string }
  | {
      readonly name: 'take-down' | 'restore' | 'suspend' | 'lift' | 'show';
      readonly subject: string;
      readonly reason: string;
    }
  | Export
  | Erase
  | { readonly name: 'grant' | 'revoke'; readonly subject: string }
  | { readonly name: 'pictures' }
  | ({ readonly name: 'categories' } & CategoryAct);

export interface OperatorArguments {
  readonly command: OperatorCommand;
  readonly isJson: boolean;
  /** Who acts; undefined for the user of the system. */
  readonly as: string | undefined;
}

/**
 * Parses the arguments; null for `--help`.
 * @throws {WrongUsage}
 */
export const readOperatorArguments = (args: readonly string[]): OperatorArguments | null => {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [name, subject, ...others] = positionals;
  if (name === undefined) throw new WrongUsage('A COMMAND is needed.');
  if (values.as !== undefined && !/^[^\p{C}]{1,100}$/u.test(values.as.trim()))
    throw new WrongUsage('--as is a name of at most 100 characters.');
  const common = { isJson: values.json, as: values.as?.trim() };
  if (name === 'categories')
    return { command: { name, ...readCategoryAct(positionals.slice(1), values) }, ...common };
  if (others.length > 0) throw new WrongUsage(`There is an argument too many: ${others[0]}.`);
  return { command: commandOf(name, subject, values), ...common };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        note: { type: 'string', default: '' },
        name: { type: 'string' },
        emoji: { type: 'string' },
        action: { type: 'string' },
        status: { type: 'string', default: 'open' },
        page: { type: 'string', default: '1' },
        as: { type: 'string' },
        file: { type: 'string' },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}.`);
  }
};

const isOneOf = <const Values extends readonly string[]>(
  values: Values,
  text: string | undefined,
): text is Values[number] => text !== undefined && values.includes(text);

const commandOf = (
  name: string,
  subject: string | undefined,
  { status, page, action, note, reason, file, yes }: ReturnType<typeof parse>['values'],
): OperatorCommand => {
  if (name === 'reports') {
    if (subject !== undefined) throw new WrongUsage(`There is an argument too many: ${subject}.`);
    if (!isOneOf(['open', 'closed'], status)) throw new WrongUsage('--status is open or closed.');
    if (!/^[1-9]\d{0,5}$/.test(page)) throw new WrongUsage('--page is a number from 1.');
    return { name, status, page: Number(page) };
  }
  if (name === 'pictures') {
    if (subject !== 'check') throw new WrongUsage('pictures is followed by check.');
    return { name };
  }
  if (
    !isOneOf(
      ['close', 'take-down', 'restore', 'suspend', 'lift', 'show', 'export', 'erase', 'grant', 'revoke'],
      name,
    )
  )
    throw new WrongUsage(`There is no command ${name}.`);
  if (subject === undefined) throw new WrongUsage(`${name} needs to know what or whom.`);
  if (name === 'grant' || name === 'revoke') return { name, subject };
  if (name === 'close') {
    if (!isOneOf(['none', 'taken_down', 'suspended'], action))
      throw new WrongUsage('--action is none, taken_down or suspended.');
    return { name, subject, action, note };
  }
  if (reason === undefined && name !== 'restore' && name !== 'lift')
    throw new WrongUsage('--reason TEXT is needed.');
  if (name === 'export') return { name, subject, reason: reason ?? '', file };
  if (name === 'erase') return { name, subject, reason: reason ?? '', isConfirmed: yes };
  return { name, subject, reason: reason ?? '' };
};
