import type { Bench } from './bench.ts';
import type { DatasetBench } from './dataset-bench.ts';
import type { Finding } from './finding.ts';
import type { Load } from './interleaved-rounds.ts';

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
  /** The datasets, the smallest first: growth is looked at on all, everything else on the last. */
  readonly datasets: readonly string[];
  /** The same two for loads on datasets. */
  readonly datasetRounds: number;
  readonly datasetSeconds: number;
  /** How many people answer to the one hot event in one run. */
  readonly hotAnswers: number;
  /** How long the mixed load runs under which memory is looked at. */
  readonly minutes: number;
}

interface Named {
  /** What it is called on the command line. */
  readonly name: string;
  /** What is compared, and why, in a sentence or two of Markdown. */
  readonly about: string;
}

/** Measured on a small database of its own. */
export interface Scenario extends Named {
  measure(bench: Bench): Promise<readonly Finding[]>;
}

/** Measured on a dataset, which it leaves as it was. */
export interface DatasetScenario extends Named {
  /** The loads of the service whose growth is looked at, too. */
  growing?(bench: DatasetBench): readonly Load[];
  /** @param smallest that of the smallest dataset, which is served meanwhile; the same one where there is no other */
  measure(bench: DatasetBench, smallest: DatasetBench): Promise<readonly Finding[]>;
}
