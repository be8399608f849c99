import { type FileHandle, open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock, Domain, UserId } from '@event-platform/domain';
import { presentExport } from '@event-platform/http';
import { OperatorError } from '../faults/operator-error.ts';
import type { Shell } from '../programs/program.ts';
import { act, namedBy } from './act.ts';
import type { Erase, Export } from './operator-arguments.ts';

/** Writes all that is kept about a user to a file that did not exist, and that only its owner reads. */
export const exportToFile = async (
  domain: Domain,
  clock: Clock,
  { subject, reason, file }: Export,
): Promise<{ readonly id: UserId; readonly file: string }> => {
  const { id, batches } = await domain.exportUser({ ...act, ...namedBy(subject), reason });
  const path = file ?? `export-${id}.json`;
  const handle: FileHandle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path}: ${error.code === 'EEXIST' ? 'exists already' : error.message}.`);
  });
  try {
    await pipeline(Readable.from(presentExport(batches, clock.now())), handle.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { id, file: path };
};

/** Erases an account, once its number was typed again. */
export const eraseAfterAsking = async (
  domain: Domain,
  { stdin, stderr }: Shell,
  { subject, reason, isConfirmed }: Erase,
): Promise<{ readonly id: UserId }> => {
  const named = { ...act, ...namedBy(subject), reason };
  if (!isConfirmed) {
    const { user, counts } = await domain.lookUpUser(named);
    stderr.write(
      `This erases ${user.username} for good, with ${counts.rsvps} RSVPs, and cancels what they organize to come (events: ${counts.events}).\nType the phone number of the account to go on: `,
    );
    if ((await firstLine(stdin)).replaceAll(/[^+\d]/g, '') !== user.phone)
      throw new OperatorError('That is not its number: nothing was erased. Scripts say --yes.');
  }
  return domain.eraseUser(named);
};

const firstLine = async (stdin: NodeJS.ReadableStream | undefined): Promise<string> => {
  if (stdin) for await (const line of createInterface({ input: stdin })) return line;
  return '';
};
