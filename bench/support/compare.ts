import { baselineLine, type Finding, serviceLine } from './finding.ts';
import { byTurns, type Load } from './interleaved-rounds.ts';

/** Holds one load against another. @param target the least ratio of their rates that is good enough */
export const compare = async (
  { rounds, target, rows }: { readonly rounds: number; readonly target: number; readonly rows: string },
  baseline: Load,
  subject: Load,
): Promise<Finding> => {
  const [baselineRuns = [], subjectRuns = []] = await byTurns(rounds, [baseline, subject]);
  return {
    rows,
    lines: [
      serviceLine(subject.what, subjectRuns),
      baselineLine(baseline.what, subjectRuns, baselineRuns, target),
    ],
  };
};
