import { limits } from './limits.ts';
import type { FieldFault } from './problem.ts';
import { textFaults } from './text.ts';

/** What apps keep with something, which the service only passes on: texts of one line by their names. */
export type Metadata = Readonly<Record<string, string>>;

/** What becomes of some names: a text replaces what is there, null takes it away. */
export type MetadataChanges = Readonly<Record<string, string | null>>;

/** Names that the changes do not have stay as they are. */
export const changedMetadata = (before: Metadata, changes: MetadataChanges): Metadata =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

/** The shortest names first, as PostgreSQL keeps them (`jsonb`): what is equal is written alike. */
export const storedMetadata = (metadata: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(metadata).sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1)),
  );

const namePattern = new RegExp(`^[a-z][a-z0-9_]{0,${limits.metadataNameLength - 1}}$`);

/** Of a code point in UTF-8 (RFC 3629). */
const bytesOf = (point: number): number => {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
};

const byteLength = (text: string): number =>
  [...text].reduce((sum, character) => sum + bytesOf(character.codePointAt(0) as number), 0);

export const metadataFaults = (metadata: Metadata, path: string): readonly FieldFault[] => {
  const entries = Object.entries(metadata);
  if (entries.length > limits.metadataKeys)
    return [{ path, message: `must have at most ${limits.metadataKeys} keys` }];
  if (!entries.every(([name]) => namePattern.test(name)))
    return [
      {
        path,
        message: `must have keys of at most ${limits.metadataNameLength} letters a-z, digits and underscores that begin with a letter`,
      },
    ];
  const faults = entries.flatMap(([name, value]) =>
    textFaults(`${path}/${name}`, value, { maxLength: limits.metadataValueLength, mayBeBlank: true }),
  );
  if (faults.length > 0) return faults;
  const size = entries.reduce((sum, [name, value]) => sum + name.length + byteLength(value), 0);
  return size <= limits.metadataBytes
    ? []
    : [
        {
          path,
          message: `must take at most ${limits.metadataBytes} bytes of UTF-8, keys and values together`,
        },
      ];
};
