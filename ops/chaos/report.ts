import type { Finding, Scenario } from './scenario.ts';

/** What came of a scenario; a reason when it was left out. */
export interface Outcome {
  readonly scenario: Scenario;
  readonly findings: readonly Finding[];
  readonly skipped: string | null;
}

const isSound = ({ lostWrites, wrongCounts, faults }: Finding): boolean =>
  lostWrites === 0 && wrongCounts === 0 && faults.length === 0;

export const areSound = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every(({ findings }) => findings.every(isSound));

const seconds = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '–' : `${(ms / 1_000).toFixed(1)} s`;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const rowOf = (finding: Finding): string => {
  const { what, tally, lostWrites, wrongCounts, recoveryMs, faults, notes } = finding;
  const verdict = isSound(finding) ? 'holds' : `**${faults.join('; ') || 'fails'}**`;
  return row([
    what,
    tally?.sent ?? '–',
    tally?.answered ?? '–',
    tally?.unavailable ?? '–',
    tally ? tally.broken + tally.refused : '–',
    seconds(tally?.slowestMs),
    lostWrites,
    wrongCounts,
    seconds(recoveryMs),
    [verdict, ...notes].join('; '),
  ]);
};

/** The outcomes as a Markdown table. */
export const tableOf = (outcomes: readonly Outcome[]): string =>
  [
    '| scenario | requests | answered | 503 | no answer | slowest | lost writes | wrong counts | recovery | verdict |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|---|',
    ...outcomes.flatMap(({ scenario, findings, skipped }) =>
      skipped === null
        ? findings.map(rowOf)
        : [row([scenario.name, ...Array.from({ length: 8 }, () => '–'), `left out: ${skipped}`])],
    ),
  ].join('\n');
