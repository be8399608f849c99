// Measures the service: node --conditions=@event-platform/source bench/run.ts [SCENARIO...] [--smoke]

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serveDataset } from './dataset/serve-dataset.ts';
import { scenarios } from './scenarios/index.ts';
import { openBench } from './support/bench.ts';
import { currentLoad, type Outcome, readmeOf, type Surroundings, tableOf } from './support/report.ts';
import type { Scale, Scenario } from './support/scenario.ts';

const full: Scale = {
  rounds: 9,
  seconds: 1.5,
  events: 2_000,
  signIns: 800,
  sessions: 400,
  refreshes: 2_000,
};

const smoke: Scale = { rounds: 1, seconds: 0.2, events: 100, signIns: 32, sessions: 32, refreshes: 64 };

const measureAll = async (
  chosen: readonly Scenario[],
  scale: Scale,
  nodeOptions: readonly string[],
): Promise<{ readonly outcomes: readonly Outcome[]; readonly surroundings: Surroundings }> => {
  const loadBefore = currentLoad();
  const bench = await openBench(scale, nodeOptions);
  try {
    const outcomes: Outcome[] = [];
    for (const scenario of chosen) {
      process.stderr.write(`${scenario.name}...\n`);
      outcomes.push({ scenario, findings: await scenario.measure(bench) });
    }
    return { outcomes, surroundings: { postgresVersion: bench.postgresVersion, scale, loadBefore } };
  } finally {
    await bench.close();
  }
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    /** A folder: the service leaves a CPU profile in it. */
    profile: { type: 'string' },
    /** A size such as 1m: its dataset is loaded and nothing measured. */
    load: { type: 'string' },
    /** After loading, serves the dataset until it is interrupted. */
    serve: { type: 'boolean', default: false },
  },
});
if (values.load !== undefined) {
  await serveDataset(values.load, values.serve);
  process.exit();
}
const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  const known = scenarios.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no scenario ${unknown.join(', ')}. There are: ${known}.\n`);
  process.exit(1);
}
const isWhole = positionals.length === 0 && !values.smoke && values.profile === undefined;
const chosen = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const nodeOptions = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const { outcomes, surroundings } = await measureAll(chosen, values.smoke ? smoke : full, nodeOptions);
process.stdout.write(`${tableOf(outcomes)}\n`);
if (isWhole) writeFileSync(new URL('README.md', import.meta.url), readmeOf(outcomes, surroundings));
