import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PhoneNumbers } from '@event-platform/domain';
import { WrongUsage } from '../wrong-usage.ts';

export const importUsage = `Usage: npm run import -- FILE --organizer PHONE [--name NAME]

  FILE               JSON lines: Events of schema.org, or bodies of POST /v1/events; - reads the standard input
                     events whose eventStatus is EventCancelled are counted and left out
  --organizer PHONE  whose events they become, in international form; an unknown phone gets an account
  --name NAME        what a new account is called ("Event import")
`;

/** The arguments of the import. */
export interface ImportArguments {
  /** An absolute path, or null for the standard input. */
  readonly file: string | null;
  /** In bytes; 0 when unknown. */
  readonly size: number;
  /** E.164 */
  readonly phone: string;
  readonly name: string;
}

/**
 * Parses the arguments; null for `--help`.
 * @param folders that a relative FILE is looked up in, in order
 * @throws {WrongUsage}
 */
export const readImportArguments = (
  args: readonly string[],
  phones: PhoneNumbers,
  folders: readonly string[],
): ImportArguments | null => {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new WrongUsage('Exactly one FILE is needed.');
  if (values.organizer === undefined) throw new WrongUsage('--organizer PHONE is needed.');
  const phone = phones.parse(values.organizer)?.e164;
  if (!phone)
    throw new WrongUsage('--organizer must be a phone number in international form, such as +491713920037.');
  return { ...located(file, folders), phone, name: values.name };
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        organizer: { type: 'string' },
        name: { type: 'string', default: 'Event import' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}.`);
  }
};

const located = (file: string, folders: readonly string[]): Pick<ImportArguments, 'file' | 'size'> => {
  if (file === '-') return { file: null, size: 0 };
  const paths = isAbsolute(file) ? [file] : folders.map((folder) => resolve(folder, file));
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new WrongUsage(`${file} is a folder, not a file.`);
    if (found) return { file: path, size: found.isFile() ? found.size : 0 };
  }
  throw new WrongUsage(`There is no file ${file}.`);
};
