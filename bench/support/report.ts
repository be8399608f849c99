import { cpus, loadavg } from 'node:os';
import type { Measured } from './measured.ts';
import type { Finding, Scale, Scenario } from './scenario.ts';

/** A scenario with what came out. */
export interface Outcome {
  readonly scenario: Scenario;
  readonly findings: readonly Finding[];
}

/** What the numbers were measured on and with. */
export interface Surroundings {
  readonly postgresVersion: string;
  readonly scale: Scale;
  /** How busy the machine was before: programs that wanted to run, a minute's mean. */
  readonly loadBefore: number;
}

/** How busy the machine is now. */
export const currentLoad = (): number => loadavg()[0] ?? 0;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const numbersOf = ({ what, rate, p50, p95 }: Measured & { readonly what: string }): readonly string[] => [
  what,
  Math.round(rate).toLocaleString('en'),
  `${p50.toFixed(1)} / ${p95.toFixed(1)}`,
];

const linesOf = ({ scenario, findings }: Outcome): readonly string[] =>
  findings.flatMap(({ rows, baseline, subject, ratio, target }) => [
    line([scenario.name, rows, ...numbersOf(baseline), 'baseline', '', '']),
    line([
      scenario.name,
      rows,
      ...numbersOf(subject),
      ratio.toFixed(2),
      `≥ ${target.toFixed(2)}`,
      ratio >= target ? 'yes' : '**no**',
    ]),
  ]);

/** The outcomes as a Markdown table. */
export const tableOf = (outcomes: readonly Outcome[]): string =>
  [
    '| scenario | rows | what | requests/s | p50 / p95 ms | ratio | target | met |',
    '|---|---|---|--:|--:|--:|--:|---|',
    ...outcomes.flatMap(linesOf),
  ].join('\n');

/** The whole of `bench/README.md`. */
export const readmeOf = (
  outcomes: readonly Outcome[],
  { postgresVersion, scale, loadBefore }: Surroundings,
): string => {
  const cores = cpus();
  return `# Benchmarks

\`\`\`sh
npm run bench                    # all scenarios; writes this file
npm run bench -- otp-check       # one scenario; prints its table
npm run bench -- --smoke         # tiny and meaningless numbers: only shows that everything still works
\`\`\`

Each run starts a crash-safe embedded PostgreSQL in a folder of its own (\`fsync\` on) and the real service in a process of
its own; the load comes from a third process over kept-alive connections, 16 requests in flight. Baseline and subject
run by turns, ${scale.rounds} rounds; rates and percentiles are the medians of the rounds, a ratio is the median of the rounds' own ratios
of rates (subject to baseline). Absolute numbers say more about the machine than about the service: compare ratios.

## Scenarios
${outcomes.map(({ scenario }) => `- **${scenario.name}**: ${scenario.about}`).join('\n')}

A further scenario is a file in \`scenarios/\` and an entry in \`scenarios/index.ts\`.

## Latest numbers
${new Date().toISOString().slice(0, 10)}, ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, PostgreSQL ${postgresVersion}; load average before the run: ${loadBefore.toFixed(1)}.

${tableOf(outcomes)}
`;
};
