/** The result of one run of a load; times in milliseconds. */
export interface Measured {
  /** Finished requests (or their work, done without HTTP) per second. */
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The value below which the given share of sorted values lies. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** The middle one; the mean of the middle two when their number is even. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  return (quantile(sorted, 0.5) + (sorted[sorted.length % 2 === 0 ? upper - 1 : upper] ?? Number.NaN)) / 2;
};

/** @param durations of the single requests @param elapsed from the first request's start to the last one's end */
export const measuredFrom = (durations: readonly number[], elapsed: number): Measured => {
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    rate: durations.length / (elapsed / 1000),
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  };
};

/** The medians of several runs of one load. */
export const medianOf = (runs: readonly Measured[]): Measured => ({
  rate: median(runs.map(({ rate }) => rate)),
  p50: median(runs.map(({ p50 }) => p50)),
  p95: median(runs.map(({ p95 }) => p95)),
  p99: median(runs.map(({ p99 }) => p99)),
});
