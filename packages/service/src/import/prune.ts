import { createInterface } from 'node:readline/promises';
import type { Domain, PruneOutcome, UserId } from '@event-platform/domain';
import type { FileKeys } from './file/file-keys.ts';
import type { ImportCounts } from './report/import-counts.ts';
import { keyPrefix } from './values/source-key.ts';

export interface Prune {
  readonly organizerId: UserId;
  readonly keys: FileKeys;
  readonly counts: ImportCounts;
  readonly isTrial: boolean;
  /** Whether to cancel these. */
  readonly confirm: (outcome: PruneOutcome) => Promise<boolean>;
}

/** Why a file says nothing about which events are gone; null when it does. */
export const pruneObstacle = ({ lines, failed, unidentified }: ImportCounts): string | null => {
  if (lines === failed) return 'the file has no event';
  return unidentified > 0
    ? unidentified === 1
      ? 'one line does not tell which event it is, and may be one of these'
      : `${unidentified} lines do not tell which event they are, and may be one of these`
    : null;
};

/** Cancels what the file no longer has, after a confirmation; the sentence says what happened. */
export const prune =
  (pruneImports: Domain['pruneImports']) =>
  async ({ organizerId, keys, counts, isTrial, confirm }: Prune): Promise<string> => {
    const obstacle = pruneObstacle(counts);
    if (obstacle) return `Nothing is pruned: ${obstacle}.`;
    const command = { organizerId, keyPrefix, isAtSource: keys.has };
    const outcome = await pruneImports({ ...command, isTrial: true });
    if (outcome.cancelled === 0) return 'Nothing to prune: the file has all events to come.';
    if (isTrial)
      return `${eventsOf(outcome)} that the file does not have would be cancelled: ${titlesOf(outcome)}.`;
    if (!(await confirm(outcome))) return 'Nothing is pruned.';
    const pruned = await pruneImports(command);
    return `${eventsOf(pruned)} that the file does not have ${pruned.cancelled === 1 ? 'is' : 'are'} cancelled.`;
  };

const eventsOf = ({ cancelled }: PruneOutcome): string =>
  cancelled === 1 ? 'One event' : `${cancelled.toLocaleString('en')} events`;

const titlesOf = ({ cancelled, titles }: PruneOutcome): string =>
  [...titles, ...(cancelled > titles.length ? ['…'] : [])].join('; ');

/** Asks on the terminal; anything but a yes is a no. */
export const askToPrune = async (outcome: PruneOutcome): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `Cancel ${eventsOf(outcome).toLowerCase()} that the file does not have (${titlesOf(outcome)})? ` +
        'Their guests are told. [y/N] ',
    );
    return /^y(?:es)?$/i.test(answer.trim());
  } catch {
    // Interrupted.
    return false;
  } finally {
    terminal.close();
  }
};
