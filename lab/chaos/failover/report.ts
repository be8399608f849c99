import { unpackedPatroni } from '../../local/cluster/settings.ts';
import { row, seconds } from '../report.ts';
import type { Fault } from './faults.ts';
import type { FailoverFinding } from './try-fault.ts';

export interface Row {
  readonly fault: Fault;
  readonly isSynchronous: boolean;
  readonly skipped: string | null;
  readonly finding: FailoverFinding | null;
}

/** Where no standby is awaited, writes may be lost and the counts that clients were given with them. */
export const isPassed = ({ isSynchronous, finding }: Row): boolean => {
  if (!finding) return true;
  const faults = finding.faults.filter((fault) => isSynchronous || !/^(?:lost|wrong): /.test(fault));
  return faults.length === 0 && (!isSynchronous || (finding.lostWrites === 0 && finding.wrongCounts === 0));
};

const commitKind = unpackedPatroni ? 'quorum' : 'synchronous';

const cells = (row: Row): readonly (string | number)[] => {
  const { fault, isSynchronous, finding, skipped } = row;
  const first = [fault.what, isSynchronous ? commitKind : 'asynchronous'];
  if (!finding) return [...first, ...Array.from({ length: 9 }, () => '–'), `skipped: ${skipped}`];
  const { counters, lostWrites, wrongCounts, newWriterMs, firstWriteMs, oursMs, confirmed, faults } = finding;
  const verdict = isPassed(row) ? 'holds' : `**${faults.join('; ') || 'fails'}**`;
  return [
    ...first,
    seconds(newWriterMs),
    seconds(firstWriteMs),
    seconds(oursMs),
    counters?.sent ?? 0,
    confirmed,
    counters?.unavailable ?? 0,
    seconds(counters?.slowestMs),
    lostWrites,
    wrongCounts,
    verdict,
  ];
};

export const tableOf = (rows: readonly Row[]): string =>
  [
    '| what happens to the writer | replication | new writer | first write | of which ours | requests | confirmed writes | 503 | slowest | lost writes | wrong counts | verdict |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|',
    ...rows.map((one) => row(cells(one))),
  ].join('\n');
