import { baselineLine, type Finding, serviceLine } from './finding.ts';
import { interleavedRounds, type Load } from './interleaved-rounds.ts';

/** Compares a load with a baseline. @param target the minimum ratio of their rates */
export const compare = async (
  { rounds, target, rows }: { readonly rounds: number; readonly target: number; readonly rows: string },
  baseline: Load,
  subject: Load,
): Promise<Finding> => {
  const [baselineRuns = [], subjectRuns = []] = await interleavedRounds(rounds, [baseline, subject]);
  return {
    rows,
    lines: [
      serviceLine(subject.what, subjectRuns),
      baselineLine(baseline.what, subjectRuns, baselineRuns, target),
    ],
  };
};
