import type { Bench } from './bench.ts';
import type { DatasetBench } from './dataset-bench.ts';
import type { Finding } from './finding.ts';
import type { Load } from './interleaved-rounds.ts';

/** How much is measured. */
export interface Scale {
  /** Number of runs of each load in a comparison. */
  readonly rounds: number;
  /** Duration of a load without a fixed number of requests. */
  readonly seconds: number;
  /** Number of events. */
  readonly events: number;
  /** Number of sign-ins in one run. */
  readonly signIns: number;
  /** Number of sessions that are refreshed in rotation, and of all refreshes in one run. */
  readonly sessions: number;
  readonly refreshes: number;
  /** The datasets, the smallest first: growth is measured on all, everything else on the last. */
  readonly datasets: readonly string[];
  /** `rounds` and `seconds` for loads on datasets. */
  readonly datasetRounds: number;
  readonly datasetSeconds: number;
  /** Number of RSVPs to the hot event in one run. */
  readonly hotRsvps: number;
  /** Duration of the mixed load of the memory scenario. */
  readonly minutes: number;
}

interface Named {
  /** Its name on the command line. */
  readonly name: string;
  /** What it compares, in a sentence or two of Markdown. */
  readonly about: string;
}

/** Measured on a small database of its own. */
export interface Scenario extends Named {
  measure(bench: Bench): Promise<readonly Finding[]>;
}

/** Measured on a dataset, which it leaves unchanged. */
export interface DatasetScenario extends Named {
  /** The loads of the service that are also measured on all datasets. */
  growing?(bench: DatasetBench): readonly Load[];
  /** @param smallest the bench of the smallest dataset, open at the same time; the same one when there is only one */
  measure(bench: DatasetBench, smallest: DatasetBench): Promise<readonly Finding[]>;
}
