// Measures the service: node --conditions=@event-platform/source lab/bench/run.ts [SCENARIO...] [--smoke]

import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { serveDataset } from './dataset/serve-dataset.ts';
import { datasetScenarios, scenarios } from './scenarios/index.ts';
import { memory } from './scenarios/memory.ts';
import { measureAll } from './support/report/measure-all.ts';
import { tableOf } from './support/report/report.ts';
import type { Scale } from './support/report/scale.ts';
import { otherCommit } from './support/servers/other-commit.ts';

const full: Scale = {
  rounds: 5,
  seconds: 1.5,
  events: 2_000,
  signIns: 800,
  sessions: 400,
  refreshes: 2_000,
  datasets: ['10k', '1m'],
  datasetRounds: 3,
  datasetSeconds: 2,
  pageReads: 50,
  hotRsvps: 5_000,
  importedEvents: 10_000,
  minutes: 0,
  against: null,
};

const smoke: Scale = {
  rounds: 1,
  seconds: 0.2,
  events: 100,
  signIns: 32,
  sessions: 32,
  refreshes: 64,
  datasets: ['1k'],
  datasetRounds: 1,
  datasetSeconds: 0.2,
  pageReads: 2,
  hotRsvps: 200,
  importedEvents: 100,
  minutes: 0.02,
  against: null,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    /** Duration of the memory scenario, which runs only with this option. */
    minutes: { type: 'string' },
    /** Comma-separated sizes, the smaller first, instead of 10k and 1m. */
    datasets: { type: 'string' },
    /** A revision that is served beside this one on the same database, and compared with it. */
    against: { type: 'string' },
    /** A folder in which the service stores CPU profiles. */
    profile: { type: 'string' },
    /** A size such as 1m: loads that dataset and measures nothing. */
    load: { type: 'string' },
    /** After loading, serves the dataset until interrupted. */
    serve: { type: 'boolean', default: false },
  },
});
if (values.load !== undefined) {
  await serveDataset(values.load, values.serve);
  process.exit();
}

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};
const known = [...datasetScenarios, ...scenarios].map(({ name }) => name);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`There is no scenario ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (minutes !== undefined && !(minutes > 0)) fail('--minutes needs a number above 0.');
if (positionals.includes(memory.name) && !minutes && !values.smoke) fail('memory needs --minutes.');

const basis = values.smoke ? smoke : full;
const scale: Scale = {
  ...basis,
  minutes: minutes ?? basis.minutes,
  datasets: values.datasets?.split(',') ?? basis.datasets,
  against: values.against === undefined ? null : otherCommit(values.against),
};
const isChosen = ({ name }: { readonly name: string }) =>
  positionals.length === 0 ? name !== memory.name || scale.minutes > 0 : positionals.includes(name);
const [loadBefore = 0] = loadavg();
const began = performance.now();
const outcomes = await measureAll({
  scenarios: scenarios.filter(isChosen),
  datasetScenarios: datasetScenarios.filter(isChosen),
  scale,
  nodeOptions: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
  log: (message) => process.stderr.write(`${message}\n`),
});
process.stdout.write(`${tableOf(outcomes)}\n`);
process.stderr.write(
  `measured in ${((performance.now() - began) / 60_000).toFixed(1)} minutes on ${cpus().length} × ${cpus()[0]?.model.trim()}, ` +
    `Node ${process.versions.node}, at a load average of ${loadBefore.toFixed(1)}\n`,
);
