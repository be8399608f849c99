import type { Bench } from '../servers/bench.ts';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import type { Finding } from './finding.ts';

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
  /** @param smallest the bench of the smallest dataset, open at the same time; the same one when there is only one */
  measure(bench: DatasetBench, smallest: DatasetBench): Promise<readonly Finding[]>;
}
