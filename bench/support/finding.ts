import { type Measured, median, medianOf } from './measured.ts';

/** A line of the table. */
export interface Line {
  readonly what: string;
  /** Null for what this machine cannot run. */
  readonly measured: Measured | null;
  /** What the service's rate is to this one's: the median of the rounds' own ratios. */
  readonly ratio?: number | null;
  /** What was wanted of this line, such as `≥ 0.60 ×`. */
  readonly target?: string;
  readonly isMet?: boolean | null;
}

/** What a scenario found, with the number of rows that mattered, such as `2,000 events`. */
export interface Finding {
  readonly rows: string;
  readonly lines: readonly Line[];
}

type Runs = readonly Measured[];

/** The service itself, with what is wanted of it alone. */
export const serviceLine = (
  what: string,
  runs: Runs,
  wanted?: { readonly target: string; readonly isMet: (measured: Measured) => boolean },
): Line => {
  const measured = medianOf(runs);
  return { what, measured, ...(wanted && { target: wanted.target, isMet: wanted.isMet(measured) }) };
};

/** Of two loads run by turns: what disturbs a round disturbs both. */
export const ratioOf = (subject: Runs, baseline: Runs): number =>
  median(subject.map(({ rate }, round) => rate / (baseline[round]?.rate ?? Number.NaN)));

/** What the service is held against. @param atLeast the least ratio that is good enough */
export const baselineLine = (what: string, service: Runs, runs: Runs | null, atLeast?: number): Line => {
  const ratio = runs && ratioOf(service, runs);
  return {
    what,
    measured: runs && medianOf(runs),
    ratio,
    ...(atLeast !== undefined && {
      target: `≥ ${atLeast.toFixed(2)} ×`,
      isMet: ratio === null ? null : ratio >= atLeast,
    }),
  };
};
