import { openBench } from '../servers/bench.ts';
import { type DatasetBench, openDatasetBench } from '../servers/dataset-bench.ts';
import type { Finding } from './finding.ts';
import { type Growth, measureGrowth } from './growth.ts';
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

/** All results. */
export interface Measurements {
  readonly outcomes: readonly Outcome[];
  readonly growth: readonly Growth[];
  readonly postgresVersion: string;
}

export const measureAll = async (order: MeasureOptions): Promise<Measurements> => {
  const onDatasets = await measureOnDatasets(order);
  const onOwn = await measureOnOwnDatabase(order);
  return {
    outcomes: [...onDatasets.outcomes, ...onOwn.outcomes],
    growth: onDatasets.growth,
    postgresVersion: onDatasets.postgresVersion || onOwn.postgresVersion,
  };
};

const measureOnOwnDatabase = async ({
  scenarios,
  scale,
  nodeOptions,
  log,
}: MeasureOptions): Promise<Omit<Measurements, 'growth'>> => {
  if (scenarios.length === 0) return { outcomes: [], postgresVersion: '' };
  const bench = await openBench(scale, nodeOptions);
  try {
    const outcomes: Outcome[] = [];
    for (const scenario of scenarios) {
      log(`${scenario.name}: ${scenario.about}`);
      outcomes.push({ scenario, findings: await orFailure(scenario.measure(bench), log) });
    }
    return { outcomes, postgresVersion: bench.server.version };
  } finally {
    await bench.close();
  }
};

/** Turns a failure into a line, so that the results of the other scenarios are kept. */
const orFailure = async (
  findings: Promise<readonly Finding[]>,
  log: MeasureOptions['log'],
): Promise<readonly Finding[]> => {
  try {
    return await findings;
  } catch (error) {
    log(String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
    const line = { what: `failed: ${error}`, measured: null, target: 'a result', isMet: false };
    return [{ rows: '', lines: [line] }];
  }
};

/** Growth on all datasets, the smallest first, then all other scenarios on the largest. */
const measureOnDatasets = async (order: MeasureOptions): Promise<Measurements> => {
  const { datasetScenarios, scale, nodeOptions, log } = order;
  const outcomes: Outcome[] = [];
  const growth: Growth[] = [];
  let postgresVersion = '';
  if (datasetScenarios.length === 0) return { outcomes, growth, postgresVersion };
  const opened: DatasetBench[] = [];
  try {
    for (const name of scale.datasets) {
      const bench = await openDatasetBench(name, scale, nodeOptions);
      opened.push(bench);
      postgresVersion = bench.server.version;
      log(`growth at ${name}...`);
      growth.push(
        await measureGrowth(
          bench,
          datasetScenarios.flatMap(({ growing }) => growing?.(bench) ?? []),
        ),
      );
      // The smallest and the largest are compared in interleaved rounds, so both stay open.
      const isBetween = opened.length > 1 && name !== scale.datasets.at(-1);
      if (isBetween) await opened.pop()?.close();
    }
    const [smallest] = opened;
    const largest = opened.at(-1);
    if (!smallest || !largest) return { outcomes, growth, postgresVersion };
    for (const scenario of datasetScenarios) {
      log(`${scenario.name}: ${scenario.about}`);
      outcomes.push({ scenario, findings: await orFailure(scenario.measure(largest, smallest), log) });
    }
  } finally {
    for (const bench of opened) await bench.close();
  }
  return { outcomes, growth, postgresVersion };
};
