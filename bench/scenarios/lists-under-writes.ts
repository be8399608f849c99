import type { DatasetBench } from '../support/dataset-bench.ts';
import { type Line, ratioOf, serviceLine } from '../support/finding.ts';
import { inFlight } from '../support/in-flight.ts';
import { medianOf } from '../support/measured.ts';
import { type Reading, roundRobinBearers, runAll, serviceLoad } from '../support/reading.ts';
import type { DatasetScenario } from '../support/scenario.ts';
import { withWrites } from '../support/writes-beside.ts';
import { zipfAddresses } from '../support/zipf-addresses.ts';
import { categoryReading } from './list-by-category.ts';

/** Minimum ratio to the same requests without writes. */
const target = 0.8;

const readingsOf = (bench: DatasetBench): readonly Reading[] => [
  { what: '1,000 addresses by Zipf, anonymous', connections: inFlight, next: zipfAddresses() },
  {
    what: '1,000 addresses by Zipf, signed in',
    connections: inFlight,
    next: zipfAddresses(roundRobinBearers(bench)),
  },
  categoryReading(bench),
];

const measure: DatasetScenario['measure'] = async (bench) => {
  const lines: Line[] = [];
  for (const reading of readingsOf(bench)) {
    const idle = serviceLoad(bench, { ...reading, times: 2 });
    const busy = withWrites(bench, idle);
    const runs = await runAll(bench, { idle, busy });
    const ratio = ratioOf(runs.busy ?? [], runs.idle ?? []);
    lines.push(serviceLine(reading.what, runs.idle ?? []), {
      what: busy.what,
      measured: medianOf(runs.busy ?? []),
      ratio,
      target: `≥ ${target.toFixed(2)} ×`,
      isMet: ratio >= target,
    });
  }
  return [{ rows: bench.rows, lines }];
};

export const listsUnderWrites: DatasetScenario = {
  name: 'lists-under-writes',
  about:
    'Lists while another process writes 50 RSVPs and changes 2 events a second, compared with the same requests without writes.',
  measure,
};
