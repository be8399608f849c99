import { inFlight } from '../../support/load/in-flight.ts';
import {
  compareLoads,
  emptyRouteLoad,
  otherLoad,
  type Reading,
  roundRobin,
  roundRobinBearers,
  serviceLoad,
} from '../../support/load/reading.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

const slugs = 'music arts food sports outdoors tech business education family film'.split(' ');

/** The first page of ten categories in rotation, signed in. */
export const categoryReading = (bench: DatasetBench): Reading => {
  const bearer = roundRobinBearers(bench);
  const slug = roundRobin(slugs);
  return {
    what: '`GET /v1/events?category=…`, signed in',
    connections: inFlight,
    next: () => ({ path: `/v1/events?category=${slug()}&limit=20`, headers: bearer() }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const reading = categoryReading(bench);
  const empty = await emptyRouteLoad(bench, reading);
  return [
    await compareLoads(bench, serviceLoad(bench, reading), [
      { load: otherLoad(bench, reading) },
      { load: empty },
    ]),
  ];
};

export const listByCategory: DatasetScenario = {
  name: 'list-by-category',
  about:
    'The first page of ten categories in rotation, with the exact total and the caller’s flags, for 200 callers in rotation.',
  measure,
};
