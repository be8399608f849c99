import type { Bench } from './bench.ts';
import type { Comparison } from './compare.ts';

/** How much is measured. */
export interface Scale {
  /** How often each load of a comparison is run. */
  readonly rounds: number;
  /** How long a load runs that could go on for ever. */
  readonly seconds: number;
  /** How many events there are to discover. */
  readonly events: number;
  /** How many phones sign in in one run. */
  readonly signIns: number;
  /** How many sessions are refreshed by turns, and how often in one run all together. */
  readonly sessions: number;
  readonly refreshes: number;
}

/** A comparison with the number of rows that mattered to it, such as `2,000 events`. */
export interface Finding extends Comparison {
  readonly rows: string;
}

export interface Scenario {
  /** What it is called on the command line. */
  readonly name: string;
  /** What is compared, and why, in a sentence or two of Markdown. */
  readonly about: string;
  measure(bench: Bench): Promise<readonly Finding[]>;
}
