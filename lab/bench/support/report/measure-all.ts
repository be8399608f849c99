import { openBench } from '../servers/bench.ts';
import { type DatasetBench, openDatasetBench } from '../servers/dataset-bench.ts';
import type { Finding } from './finding.ts';
import type { Outcome } from './report.ts';
import type { Scale } from './scale.ts';
import type { DatasetScenario, Scenario } from './scenario.ts';

export interface MeasureOptions {
  readonly scenarios: readonly Scenario[];
  readonly datasetScenarios: readonly DatasetScenario[];
  readonly scale: Scale;
  /** Options of Node for the service. */
  readonly nodeOptions: readonly string[];
  readonly log: (message: string) => void;
}

/** Measures what has datasets, then what has a small database of its own. */
export const measureAll = async (order: MeasureOptions): Promise<readonly Outcome[]> => {
  const { scenarios, datasetScenarios, scale, nodeOptions } = order;
  const outcomes: Outcome[] = [];
  if (datasetScenarios.length > 0) {
    const opened: DatasetBench[] = [];
    try {
      // The smallest and the largest are compared in rounds that take turns, so both stay open.
      for (const name of new Set([scale.datasets[0] ?? '', scale.datasets.at(-1) ?? '']))
        opened.push(await openDatasetBench(name, scale, nodeOptions));
      const [smallest, largest] = [opened[0], opened.at(-1)] as [DatasetBench, DatasetBench];
      for (const scenario of datasetScenarios)
        outcomes.push(await outcomeOf(scenario, () => scenario.measure(largest, smallest), order));
    } finally {
      for (const bench of opened) await bench.close();
    }
  }
  if (scenarios.length > 0) {
    const bench = await openBench(scale, nodeOptions);
    try {
      for (const scenario of scenarios)
        outcomes.push(await outcomeOf(scenario, () => scenario.measure(bench), order));
    } finally {
      await bench.close();
    }
  }
  return outcomes;
};

/** A failure becomes a line, so that the results of the other scenarios are kept. */
const outcomeOf = async (
  scenario: Outcome['scenario'],
  measure: () => Promise<readonly Finding[]>,
  { log }: Pick<MeasureOptions, 'log'>,
): Promise<Outcome> => {
  log(`${scenario.name}: ${scenario.about}`);
  try {
    return { scenario, findings: await measure() };
  } catch (error) {
    log(String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
    const line = { what: `failed: ${error}`, measured: null, target: 'a result', isMet: false };
    return { scenario, findings: [{ rows: '', lines: [line] }] };
  }
};
