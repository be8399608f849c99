import type { Finding, Scenario } from './scenario.ts';

/** The result of a scenario, or the reason why it was skipped. */
export interface Outcome {
  readonly scenario: Scenario;
  readonly findings: readonly Finding[];
  readonly skipped: string | null;
}

const isPassed = ({ lostWrites, wrongCounts, faults }: Finding): boolean =>
  lostWrites === 0 && wrongCounts === 0 && faults.length === 0;

export const allPassed = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every(({ findings }) => findings.every(isPassed));

export const seconds = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '–' : `${(ms / 1_000).toFixed(1)} s`;

export const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const rowOf = (finding: Finding): string => {
  const { what, counters, lostWrites, wrongCounts, recoveryMs, faults, notes } = finding;
  const verdict = isPassed(finding) ? 'holds' : `**${faults.join('; ') || 'fails'}**`;
  return row([
    what,
    counters?.sent ?? '–',
    counters?.succeeded ?? '–',
    counters?.unavailable ?? '–',
    counters ? counters.disconnected + counters.notConnected : '–',
    seconds(counters?.slowestMs),
    lostWrites,
    wrongCounts,
    seconds(recoveryMs),
    [verdict, ...notes].join('; '),
  ]);
};

/** The outcomes as a Markdown table. */
export const tableOf = (outcomes: readonly Outcome[]): string =>
  [
    '| scenario | requests | succeeded | 503 | no response | slowest | lost writes | wrong counts | recovery | verdict |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|---|',
    ...outcomes.flatMap(({ scenario, findings, skipped }) =>
      skipped === null
        ? findings.map(rowOf)
        : [row([scenario.name, ...Array.from({ length: 8 }, () => '–'), `skipped: ${skipped}`])],
    ),
  ].join('\n');
