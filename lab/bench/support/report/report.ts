import { cpus, loadavg } from 'node:os';
import type { Finding, Line } from './finding.ts';
import type { Growth } from './growth.ts';
import type { Measured } from './measured.ts';
import type { Scale } from './scale.ts';

/** A scenario with its findings. */
export interface Outcome {
  readonly scenario: { readonly name: string; readonly about: string };
  readonly findings: readonly Finding[];
}

/** The machine and the settings of the run. */
export interface RunConditions {
  readonly postgresVersion: string;
  readonly scale: Scale;
  /** Load average of the last minute before the run. */
  readonly loadBefore: number;
}

/** Load average of the last minute. */
export const currentLoad = (): number => loadavg()[0] ?? 0;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], marks: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(heads), `|${marks.join('|')}|`, ...rows.map(line)].join('\n');

const none = '—';
const metOf = ({ target, isMet }: Line): string =>
  target === undefined ? '' : isMet === true ? 'yes' : isMet === false ? '**no**' : none;
const timesOf = ({ p50, p95, p99 }: Measured): string =>
  [p50, p95, p99].map((ms) => ms.toFixed(1)).join(' / ');

const rowsOf = ({ scenario, findings }: Outcome): readonly (readonly string[])[] =>
  findings.flatMap(({ rows, lines }) =>
    lines.map((one) => [
      scenario.name,
      rows,
      one.what,
      one.measured ? Math.round(one.measured.rate).toLocaleString('en') : none,
      one.measured ? timesOf(one.measured) : none,
      one.ratio === undefined ? '' : one.ratio === null ? none : `${one.ratio.toFixed(2)} ×`,
      one.target ?? '',
      metOf(one),
    ]),
  );

/** The outcomes as a Markdown table. */
export const tableOf = (outcomes: readonly Outcome[]): string =>
  table(
    ['scenario', 'rows', 'what', 'requests/s', 'p50 / p95 / p99 ms', 'ratio', 'target', 'met'],
    ['---', '---', '---', '--:', '--:', '--:', '--:', '---'],
    outcomes.flatMap(rowsOf),
  );

/** Response times and index sizes by dataset, as two Markdown tables. */
export const growthOf = (growth: readonly Growth[]): string => {
  const sizes = growth.map(({ size }) => `${size.events.toLocaleString('en')} events`);
  const marks = ['---', ...sizes.map(() => '--:')];
  const perSize = <Value>(of: (one: Growth) => ReadonlyMap<string, Value>, cell: (value: Value) => string) =>
    [...new Set(growth.flatMap((one) => [...of(one).keys()]))].map((key) => [
      key,
      ...growth.map((one) => {
        const value = of(one).get(key);
        return value === undefined ? none : cell(value);
      }),
    ]);
  return [
    table(
      ['p50 / p95 / p99 ms', ...sizes],
      marks,
      perSize((one) => one.times, timesOf),
    ),
    table(
      ['index, MB', ...sizes],
      marks,
      perSize(
        (one) => one.indexBytes,
        (bytes) => (bytes / 1e6).toFixed(1),
      ),
    ),
  ].join('\n\n');
};

/** The whole of `lab/bench/README.md`. */
export const readmeOf = (
  outcomes: readonly Outcome[],
  growth: readonly Growth[],
  { postgresVersion, scale, loadBefore }: RunConditions,
): string => {
  const cores = cpus();
  const facts = growth.at(-1)?.facts ?? '';
  return `# Benchmarks

\`\`\`sh
npm run bench                           # all scenarios; writes this file
npm run bench -- --minutes 10           # also the memory of the service under ten minutes of mixed load
npm run bench -- otp-check search       # some scenarios; prints their table
npm run bench -- memory --minutes 10
npm run bench -- --smoke                # tiny datasets: only verifies that everything works
npm run bench -- --datasets 10k,100k    # without the million; prints
npm run bench -- lists-of-series --datasets 1m,1m-series  # the same events with and without series
npm run bench -- --load 1m              # only loads that dataset and prints its numbers
npm run bench -- --load 1m --serve      # also keeps its server running for psql
npm run bench -- nearby --against REV   # also serves another commit, beside this one on the same database
npm run bench -- search --profile DIR   # stores CPU profiles of the service in that folder
npm run ablation                        # compares the service with and without each accelerator (docs/scale.md)
npm run bench:listings                  # the index of what is listed by itself, without a service; prints
\`\`\`

PostgreSQL is the embedded one (\`fsync\` on; for the datasets \`shared_buffers\` is a quarter of the memory, and
pre-warmed). The service runs in a process of its own, and a third process generates the load over kept-alive
connections, 16 concurrent ones unless the line says otherwise. Service and baselines run in interleaved rounds,
${scale.rounds} rounds (${scale.datasetRounds} on the datasets). Rates and percentiles are medians of the rounds; a ratio is the median of the
rounds' own ratios of rates, service to baseline. Absolute numbers describe the machine more than the service:
compare ratios.

## Baselines
- **pgbench**: the statements that the adapters sent, recorded in the driver, prepared, at most 8 clients. No HTTP,
  no JSON. It prepares each script separately, so that with many different ones (search) it plans more often than
  the service. Needs pgbench on the machine.
- **bare Fastify + pg**: the hand-written \`baselines/bare-server.ts\`: named statements of plain SQL over the same
  schema with the exact total and the caller's own flags, a JWT check and a session look-up, Fastify's serializer.
- **bare Fastify + pg with pages in memory**: the same server's second list, whose page stays in memory until anything is
  committed: one statement for session, snapshot and flags.
- **the same at REV**: another commit of the service (\`--against\`), in a git worktree under \`lab/bench/.data\` with the dependencies of
  its own lockfile, with the same keys and as many connections. The schema is that of this commit: its migrations leave the version
  before working. A commit with an older schema that they do not serve has to be measured on a dataset of its own.
- **empty route**: a Fastify route that returns the same bytes from memory.
- “${none}” marks a baseline that is not installed.

## Datasets
\`dataset/\` generates them from a seed and keeps them in \`lab/bench/.data/\`, until the generator or the schema changes
or they are a week old. Cities, words, categories and popularity follow Zipf; a tenth of the events are private or
cancelled. Scenarios write as people of their own and remove everything afterwards.

${facts
  .split('\n')
  .map((fact) => `    ${fact}`)
  .join('\n')}

## Scenarios
${outcomes.map(({ scenario }) => `- **${scenario.name}**: ${scenario.about}`).join('\n')}

A new scenario is a file in a folder of \`scenarios/\` and an entry in \`scenarios/index.ts\`.

## Latest numbers
${new Date().toISOString().slice(0, 10)}, ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL ${postgresVersion}; load average before the run: ${loadBefore.toFixed(1)}.

${tableOf(outcomes)}

## Growth
The service alone, by the number of events; the other rows are in proportion.

${growthOf(growth)}
`;
};
