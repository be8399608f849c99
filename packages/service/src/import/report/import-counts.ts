import type { ImportOutcome } from '@event-platform/domain';

export interface ImportCounts extends Omit<ImportOutcome, 'faulty'> {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly failed: number;
  /** Failed lines that do not even tell which event they speak of. */
  readonly unidentified: number;
  /** Events whose source tells no end: they last two hours, or the day. */
  readonly assumedEnds: number;
}

/** Counts that can be added to. */
export type RunningCounts = { -readonly [Name in keyof ImportCounts]: number };

export const noCounts = (): RunningCounts => ({
  lines: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  cancelled: 0,
  past: 0,
  unknownCancelled: 0,
  closed: 0,
  failed: 0,
  unidentified: 0,
  assumedEnds: 0,
});

export const addOutcome = (counts: RunningCounts, { faulty: _, ...outcome }: ImportOutcome): void => {
  for (const [name, count] of Object.entries(outcome)) counts[name as keyof ImportCounts] += count;
};

const inEnglish = (count: number): string => count.toLocaleString('en');

/** One sentence about the whole. */
export const summaryOf = (counts: ImportCounts): string => {
  const leftOut = [
    [counts.past, 'over (--past adds them)'],
    [counts.unknownCancelled, 'cancelled before they were added'],
    [counts.closed, 'cancelled or taken down here'],
  ] as const;
  const parts = leftOut
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${inEnglish(count)} ${what}`)
    .join(', ');
  const { lines, added, changed, unchanged, cancelled, failed, assumedEnds } = counts;
  return (
    `${inEnglish(lines)} lines: ${inEnglish(added)} events added, ${inEnglish(changed)} changed, ` +
    `${inEnglish(unchanged)} unchanged, ${inEnglish(cancelled)} cancelled, ${inEnglish(failed)} failed` +
    `${parts ? `; left out: ${parts}` : ''}.${assumedEnds > 0 ? ` ${inEnglish(assumedEnds)} ends were assumed.` : ''}`
  );
};
