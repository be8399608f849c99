import type { Finding, Line } from './finding.ts';
import type { Measured } from './measured.ts';

/** A scenario with its findings. */
export interface Outcome {
  readonly scenario: { readonly name: string; readonly about: string };
  readonly findings: readonly Finding[];
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const none = '—';
const targetOf = ({ target, isMet }: Line): string =>
  target === undefined ? '' : `${target}: ${isMet === true ? 'yes' : isMet === false ? '**no**' : none}`;
const timesOf = ({ p50, p95, p99 }: Measured): string =>
  [p50, p95, p99].map((ms) => ms.toFixed(1)).join(' / ');

const rowsOf = ({ scenario, findings }: Outcome): readonly (readonly string[])[] =>
  findings.flatMap(({ rows, lines }) =>
    lines.map((one, index) => [
      ...(index === 0 ? [scenario.name, rows] : ['', '']),
      one.what,
      one.measured ? Math.round(one.measured.rate).toLocaleString('en') : none,
      one.measured ? timesOf(one.measured) : none,
      one.ratio === undefined ? '' : one.ratio === null ? none : `${one.ratio.toFixed(2)} ×`,
      targetOf(one),
    ]),
  );

/** The outcomes as a Markdown table. */
export const tableOf = (outcomes: readonly Outcome[]): string =>
  [
    '| scenario | rows | what | requests/s | p50 / p95 / p99 ms | ratio | target |',
    '|---|---|---|--:|--:|--:|---|',
    ...outcomes.flatMap(rowsOf).map(line),
  ].join('\n');
