import { cities, pickCity, placeIn } from '../../dataset/cities.ts';
import { randomFrom } from '../../dataset/random.ts';
import type { LoadRequest } from '../../support/load/http-load.ts';
import { inFlight } from '../../support/load/in-flight.ts';
import { emptyRouteLoad, type Reading, runAll, serviceLoad } from '../../support/load/reading.ts';
import { baselineLine, serviceLine } from '../../support/report/finding.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

/** Minimum ratio to an empty route. */
const target = 0.6;

const sameAddress: Reading = {
  what: '`GET /v1/events?limit=20`, repeated requests for one URL',
  connections: inFlight,
  next: () => ({ path: '/v1/events?limit=20' }),
};

const otherAddresses = (): Reading => {
  const random = randomFrom(1);
  const next = (): LoadRequest => {
    const { lat, lng } = placeIn(cities[pickCity(random)] as (typeof cities)[number], random);
    return { path: `/v1/events?lat=${lat}&lng=${lng}&radius=50&limit=20` };
  };
  return { what: '`GET /v1/events?lat=…&lng=…`, each time for another place', connections: inFlight, next };
};

const measure = async (bench: DatasetBench) => {
  const others = otherAddresses();
  const loads = {
    same: serviceLoad(bench, sameAddress),
    empty: await emptyRouteLoad(bench, sameAddress),
    others: serviceLoad(bench, others),
  };
  const runs = await runAll(bench, loads);
  const same = runs.same ?? [];
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(sameAddress.what, same),
        baselineLine(loads.empty.what, same, runs.empty, target),
        serviceLine(others.what, runs.others ?? []),
      ],
    },
  ];
};

export const listAnonymous: DatasetScenario = {
  name: 'list-anonymous',
  about:
    'The first page for anonymous callers, with plain requests (no `If-None-Match`): repeated requests for one URL, and requests for URLs that are all different.',
  measure,
};
