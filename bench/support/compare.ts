import { type Measured, median, medianOf } from './measured.ts';

/** One load: runs it once and tells what it came to. */
export interface Load {
  /** What it does, for the table. */
  readonly what: string;
  run(): Promise<Measured>;
}

/** A load held against another one that was run in turn with it. */
export interface Comparison {
  readonly baseline: Measured & { readonly what: string };
  readonly subject: Measured & { readonly what: string };
  /** The median of the rounds' own ratios of rates, subject to baseline: what disturbs a round disturbs both. */
  readonly ratio: number;
  /** The least ratio that is good enough. */
  readonly target: number;
}

/** Runs both loads in each round, first the one and then the other by turns, so that a drift favours neither. */
export const compare = async (
  { rounds, target }: { readonly rounds: number; readonly target: number },
  baseline: Load,
  subject: Load,
): Promise<Comparison> => {
  const pairs: { readonly baseline: Measured; readonly subject: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const early = round % 2 === 0 ? await baseline.run() : undefined;
    const measured = await subject.run();
    pairs.push({ baseline: early ?? (await baseline.run()), subject: measured });
  }
  return {
    baseline: { what: baseline.what, ...medianOf(pairs.map((pair) => pair.baseline)) },
    subject: { what: subject.what, ...medianOf(pairs.map((pair) => pair.subject)) },
    ratio: median(pairs.map((pair) => pair.subject.rate / pair.baseline.rate)),
    target,
  };
};
