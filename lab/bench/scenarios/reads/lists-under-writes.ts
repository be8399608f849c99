import { inFlight } from '../../support/load/in-flight.ts';
import {
  emptyRouteLoad,
  type Reading,
  roundRobinBearers,
  runAll,
  serviceLoad,
} from '../../support/load/reading.ts';
import { withWrites } from '../../support/load/writes-beside.ts';
import { addresses, zipfAddresses } from '../../support/load/zipf-addresses.ts';
import { type Line, ratioOf, serviceLine } from '../../support/report/finding.ts';
import { medianOf } from '../../support/report/measured.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { categoryReading } from './list-by-category.ts';

/** Minimum ratio to the same requests without writes. */
const target = 0.8;

const readingsOf = (bench: DatasetBench): readonly [Reading, ...Reading[]] => [
  { what: '1,000 addresses by Zipf, anonymous', connections: inFlight, next: zipfAddresses() },
  {
    what: '1,000 addresses by Zipf, signed in',
    connections: inFlight,
    next: zipfAddresses(roundRobinBearers(bench)),
  },
  categoryReading(bench),
];

/** Asks for each address as often as it takes to be kept, anonymously and signed in. */
const warmUp = async (bench: DatasetBench): Promise<void> => {
  const bearer = roundRobinBearers(bench);
  for (const headers of [{}, {}, bearer(), {}])
    for (const path of addresses)
      await (await fetch(`${bench.service.url}${path}`, { headers })).arrayBuffer();
};

const measure: DatasetScenario['measure'] = async (bench) => {
  await warmUp(bench);
  const lines: Line[] = [];
  const [first, ...others] = readingsOf(bench);
  const empty = await emptyRouteLoad(bench, first);
  const loads = [first, ...others].map((reading) => serviceLoad(bench, { ...reading, times: 2 }));
  for (const idle of [...loads, empty]) {
    const busy = withWrites(bench, idle);
    const runs = await runAll(bench, { idle, busy });
    const ratio = ratioOf(runs.busy ?? [], runs.idle ?? []);
    const bound = { target: `≥ ${target.toFixed(2)} ×`, isMet: ratio >= target };
    lines.push(serviceLine(idle.what, runs.idle ?? []), {
      what: busy.what,
      measured: medianOf(runs.busy ?? []),
      ratio,
      ...(idle !== empty && bound),
    });
  }
  return [{ rows: bench.rows, lines }];
};

export const listsUnderWrites: DatasetScenario = {
  name: 'lists-under-writes',
  about:
    'Lists while another process writes 50 RSVPs and changes 2 events a second, compared with the same requests without writes. What an empty route loses is what the writes take of the machine.',
  measure,
};
