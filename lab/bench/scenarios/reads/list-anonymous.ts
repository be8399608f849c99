import { cities, pickCity, placeIn } from '../../dataset/cities.ts';
import { randomFrom } from '../../dataset/random.ts';
import type { LoadRequest } from '../../support/load/http-load.ts';
import { inFlight } from '../../support/load/in-flight.ts';
import { emptyRouteLoad, measureRows, type Reading, serviceLoad } from '../../support/load/reading.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';

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

const measure: DatasetScenario['measure'] = async (bench) => {
  const same = serviceLoad(bench, sameAddress);
  return [
    await measureRows(bench, [
      { load: same },
      { load: await emptyRouteLoad(bench, sameAddress), of: same, atLeast: target },
      { load: serviceLoad(bench, otherAddresses()) },
    ]),
  ];
};

export const listAnonymous: DatasetScenario = {
  name: 'list-anonymous',
  about:
    'The first page for anonymous callers, with plain requests (no `If-None-Match`): repeated requests for one URL, and requests for URLs that are all different.',
  measure,
};
