import type { Finding } from './attack.ts';

export const hasFailed = ({ faults }: Finding): boolean => faults.length > 0;

const rowOf = ({ attack, cost, before, now, faults }: Finding): string =>
  `| ${[attack, cost, before, now, faults.length === 0 ? 'holds' : `**${faults.join('; ')}**`].join(' | ')} |`;

/** The findings as a Markdown table. */
export const tableOf = (findings: readonly Finding[]): string =>
  ['| attack | cost | before | now | verdict |', '|---|---|---|---|---|', ...findings.map(rowOf)].join('\n');
