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

/** A Markdown table with a column for each dataset. */
const tableByDataset = <Value>(
  head: string,
  growth: readonly Growth[],
  of: (one: Growth) => ReadonlyMap<string, Value>,
  cell: (value: Value) => string,
): string =>
  table(
    [head, ...growth.map(({ size }) => `${size.events.toLocaleString('en')} events`)],
    ['---', ...growth.map(() => '--:')],
    [...new Set(growth.flatMap((one) => [...of(one).keys()]))].map((key) => [
      key,
      ...growth.map((one) => {
        const value = of(one).get(key);
        return value === undefined ? none : cell(value);
      }),
    ]),
  );

/** Response times by dataset. */
export const growthOf = (growth: readonly Growth[]): string =>
  tableByDataset('p50 / p95 / p99 ms', growth, ({ times }) => times, timesOf);

/** Sizes of indexes by dataset. */
export const indexSizesOf = (growth: readonly Growth[]): string =>
  tableByDataset(
    'index, MB',
    growth,
    ({ indexBytes }) => indexBytes,
    (bytes) => (bytes / 1e6).toFixed(1),
  );

/**
 * The whole of `lab/bench/README.md`.
 * @param facts of the largest dataset, a line each
 */
export const readmeOf = (
  outcomes: readonly Outcome[],
  facts: string,
  { postgresVersion, scale, loadBefore }: RunConditions,
): string => {
  const cores = cpus();
  return `# Benchmarks

\`\`\`sh
npm run bench                           # all scenarios; writes this file
npm run bench -- --minutes 10           # also the memory of the service under ten minutes of mixed load
npm run bench -- otp-check search       # some scenarios; prints their table
npm run bench -- --smoke                # tiny datasets: only verifies that everything works
npm run bench -- --datasets 10k,100k    # without the million; prints
npm run bench -- lists-of-series --datasets 1m,1m-series  # the same events with and without series
npm run bench -- --load 1m --serve      # only loads that dataset, and keeps its server running for psql
npm run bench -- nearby --against REV   # also serves another commit, beside this one on the same database
npm run bench -- search --profile DIR   # stores CPU profiles of the service in that folder
npm run ablation                        # compares the service with and without each accelerator
npm run bench:listings                  # the index of listings by itself, without a service; prints
\`\`\`

What a scenario does is said in \`scenarios/\`, and printed when it runs.

The embedded PostgreSQL (\`fsync\` on, pre-warmed), the service and the load are processes of their own; the
load comes over 16 kept-alive connections unless the line says otherwise. Service and baselines run in
interleaved rounds, ${scale.rounds} or, on the datasets, ${scale.datasetRounds}. Rates and percentiles are medians of the rounds; a ratio is
the median of the rounds' ratios of rates, service to baseline. Absolute numbers describe the machine: compare
ratios.

- **pgbench**: the statements that the adapters sent, recorded in the driver and prepared, without HTTP and
  JSON. “${none}”: it is not installed.
- **bare Fastify + pg**: \`baselines/bare-server.ts\`, plain SQL over the same schema with total, flags, JWT check and
  session; **with pages in memory**: its list that stays in memory until anything is committed.
- **the same at REV**: another commit in a git worktree under \`lab/bench/.data\`, on the schema of this one.
- **empty route**: a Fastify route that returns the same bytes from memory.

The datasets are generated from a seed and kept in \`lab/bench/.data/\` until the generator or the schema
changes, or for a week. Cities, words, categories and popularity follow Zipf. Scenarios remove
what they write.

${facts
  .split('\n')
  .map((fact) => `    ${fact}`)
  .join('\n')}

## Latest numbers
${new Date().toISOString().slice(0, 10)}, ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL ${postgresVersion}; load average before the run: ${loadBefore.toFixed(1)}.

${tableOf(outcomes)}
`;
};
