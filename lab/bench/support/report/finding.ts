import { type Measured, median, medianOf } from './measured.ts';

/** A line of the table. */
export interface Line {
  readonly what: string;
  /** Null for a baseline that this machine cannot run. */
  readonly measured: Measured | null;
  /** Ratio of the service's rate to this one: the median of the ratios of the rounds. */
  readonly ratio?: number | null;
  /** The target of this line, such as `≥ 0.60 ×`. */
  readonly target?: string;
  readonly isMet?: boolean | null;
}

/** The result of a scenario, with the relevant number of rows, such as `2,000 events`. */
export interface Finding {
  readonly rows: string;
  readonly lines: readonly Line[];
}

type Runs = readonly Measured[];

/** A target of the service alone. */
export interface Wanted {
  readonly target: string;
  readonly isMet: (measurement: Measured) => boolean;
}

export const p95AtMost = (ms: number): Wanted => ({
  target: `p95 ≤ ${ms} ms`,
  isMet: ({ p95 }) => p95 <= ms,
});

/** @param times how much longer than the median of these runs half of the requests may take */
export const p50AtMost = (times: number, runs: Runs): Wanted => {
  const { p50 } = medianOf(runs);
  return {
    target: `p50 ≤ ${times} × ${p50.toFixed(1)} ms`,
    isMet: (measurement) => measurement.p50 <= times * p50,
  };
};

/** The line of the service, with an absolute target if it has one. */
export const serviceLine = (what: string, runs: Runs, bound?: Wanted): Line => {
  const measurement = medianOf(runs);
  return {
    what,
    measured: measurement,
    ...(bound && { target: bound.target, isMet: bound.isMet(measurement) }),
  };
};

/** The ratio of two loads run in interleaved rounds: a disturbance of a round affects both. */
export const ratioOf = (subject: Runs, baseline: Runs): number =>
  median(subject.map(({ rate }, round) => rate / (baseline[round]?.rate ?? Number.NaN)));

/** The line of a baseline. @param atLeast the minimum ratio of the service to it */
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
