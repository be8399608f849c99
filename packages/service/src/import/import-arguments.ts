import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isTimeZone, type PhoneNumbers, typedPhone } from '@event-platform/domain';
import { WrongUsage } from '../faults/wrong-usage.ts';
import type { Coordinates } from './values/reading-context.ts';

export const importUsage = `Usage: npm run import -- FILE --organizer PHONE [--name NAME] [--time-zone ZONE] [--place LAT,LNG] [--past]
                             [--prune [--yes]] [--faults FILE] [--dry-run]
       npm run import -- FILE --check [--json] [--time-zone ZONE] [--place LAT,LNG]

  FILE               JSON lines, or one JSON document: Events of schema.org, or bodies of POST /v1/events; - reads the
                     standard input.
                     An event that exists is changed where it differs, and cancelled by eventStatus EventCancelled
  --organizer PHONE  whose events they are, in international form; an unknown phone gets an account
  --name NAME        what a new account is called ("Event import")
  --time-zone ZONE   that times without an offset are in where nothing else tells, such as Europe/Berlin
  --place LAT,LNG    where places are that the file has no coordinates of, such as 52.52,13.40
  --past             adds events that are over, too
  --prune            then cancels the organizer's imported events to come that FILE does not have; asks first
  --yes              cancels them without asking; needed where there is no terminal
  --faults FILE      where the faults of lines are written; otherwise a temporary file
  --dry-run          says what it would do, and writes nothing
  --check            prints how each line would read, as a table or as --json; needs no organizer and no database
`;

export interface ImportArguments {
  /** An absolute path, or null for the standard input. */
  readonly file: string | null;
  /** In bytes; 0 when unknown. */
  readonly size: number;
  /** E.164; empty for a check. */
  readonly phone: string;
  readonly name: string;
  /** An IANA time zone. */
  readonly timeZone: string | undefined;
  readonly place: Coordinates | undefined;
  readonly withPast: boolean;
  /** Whether to cancel what the file does not have, at once or after a question. */
  readonly prune: 'no' | 'ask' | 'yes';
  /** An absolute path. */
  readonly faults: string | undefined;
  readonly isTrial: boolean;
  /** Whether to print how the lines would read, and nothing else. */
  readonly check: 'no' | 'table' | 'json';
}

/**
 * Parses the arguments; null for `--help`.
 * @param folders that a relative FILE is looked up in, in order
 * @param hasTerminal whether a question can be asked
 * @throws {WrongUsage}
 */
export const readImportArguments = (
  args: readonly string[],
  phones: PhoneNumbers,
  folders: readonly string[],
  hasTerminal = false,
): ImportArguments | null => {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new WrongUsage('Exactly one FILE is needed.');
  const check = values.check ? (values.json ? 'json' : 'table') : 'no';
  if (values.json && !values.check) throw new WrongUsage('--json needs --check.');
  if (values.organizer === undefined && check === 'no') throw new WrongUsage('--organizer PHONE is needed.');
  const phone = phones.parse(typedPhone(values.organizer ?? ''))?.e164 ?? '';
  if (phone === '' && check === 'no')
    throw new WrongUsage('--organizer must be a phone number in international form, such as +491713920037.');
  const timeZone = values['time-zone'];
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new WrongUsage('--time-zone must be an IANA time zone, such as Europe/Berlin.');
  const location = locate(name, folders);
  const isTrial = values['dry-run'];
  if (values.yes && !values.prune) throw new WrongUsage('--yes needs --prune.');
  if (values.prune && !values.yes && !isTrial && (!hasTerminal || location.file === null))
    throw new WrongUsage('--prune asks before it cancels; without a terminal it needs --yes.');
  return {
    ...location,
    phone,
    name: values.name,
    timeZone,
    place: placeIn(values.place),
    withPast: values.past,
    prune: values.prune ? (values.yes ? 'yes' : 'ask') : 'no',
    faults: values.faults && resolve(folders.at(-1) ?? '.', values.faults),
    isTrial,
    check,
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        organizer: { type: 'string' },
        name: { type: 'string', default: 'Event import' },
        'time-zone': { type: 'string' },
        place: { type: 'string' },
        check: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        past: { type: 'boolean', default: false },
        prune: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        faults: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}.`);
  }
};

const placeIn = (text: string | undefined): Coordinates | undefined => {
  if (text === undefined) return undefined;
  const [, lat, lng] = (/^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? []).map(Number);
  if (lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
    return { lat, lng };
  throw new WrongUsage('--place must be a latitude and a longitude, such as 52.52,13.40.');
};

const locate = (file: string, folders: readonly string[]): Pick<ImportArguments, 'file' | 'size'> => {
  if (file === '-') return { file: null, size: 0 };
  const paths = isAbsolute(file) ? [file] : folders.map((folder) => resolve(folder, file));
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) throw new WrongUsage(`${file} is a folder, not a file.`);
    if (stats) return { file: path, size: stats.isFile() ? stats.size : 0 };
  }
  throw new WrongUsage(`There is no file ${file}.`);
};
