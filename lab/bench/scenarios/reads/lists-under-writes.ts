import { inFlight } from '../../support/load/in-flight.ts';
import {
  compareLoads,
  emptyRouteLoad,
  type Reading,
  roundRobinBearers,
  serviceLoad,
} from '../../support/load/reading.ts';
import { withWrites } from '../../support/load/writes-beside.ts';
import { addresses, zipfAddresses } from '../../support/load/zipf-addresses.ts';
import type { Finding } from '../../support/report/finding.ts';
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
    for (let from = 0; from < addresses.length; from += inFlight)
      await Promise.all(
        addresses
          .slice(from, from + inFlight)
          .map(async (path) => (await fetch(`${bench.service.url}${path}`, { headers })).arrayBuffer()),
      );
};

const measure: DatasetScenario['measure'] = async (bench) => {
  await warmUp(bench);
  const readings = readingsOf(bench);
  const empty = await emptyRouteLoad(bench, readings[0]);
  const loads = readings.map((reading) => serviceLoad(bench, { ...reading, times: 2 }));
  const findings: Finding[] = [];
  for (const idle of [...loads, empty]) {
    const without = {
      load: idle,
      name: 'the same without writes',
      ...(idle !== empty && { atLeast: target }),
    };
    findings.push(await compareLoads(bench, withWrites(bench, idle), [without]));
  }
  return findings;
};

export const listsUnderWrites: DatasetScenario = {
  name: 'lists-under-writes',
  about:
    'Lists while another process writes 50 RSVPs and changes 2 events a second, compared with the same requests without writes. What an empty route loses is what the writes take of the machine.',
  measure,
};
