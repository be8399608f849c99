import { randomFrom } from '../../dataset/random.ts';
import { inFlight } from '../../support/load/in-flight.ts';
import { anyEvent } from '../../support/load/random-picks.ts';
import { emptyRouteLoad, measureRows, type Reading, serviceLoad } from '../../support/load/reading.ts';
import { withWrites } from '../../support/load/writes-beside.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

/** Minimum ratio to an empty route. */
const target = 0.6;
/** Minimum ratio of the rate among writes to the rate without. */
const busyTarget = 0.8;

const onePage = (bench: DatasetBench): Reading => {
  const path = `/e/${anyEvent(bench)(randomFrom(31))}`;
  return { what: '`GET /e/:id`, one page', connections: inFlight, next: () => ({ path }) };
};

const otherPages = (bench: DatasetBench): Reading => {
  const random = randomFrom(32);
  const pick = anyEvent(bench);
  return {
    what: '`GET /e/:id`, any event',
    connections: inFlight,
    next: () => ({ path: `/e/${pick(random)}` }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const one = serviceLoad(bench, onePage(bench));
  const busy = withWrites(bench, one);
  return [
    await measureRows(bench, [
      { load: one },
      { load: await emptyRouteLoad(bench, onePage(bench)), of: one, atLeast: target },
      { load: busy },
      { load: one, what: 'the same without writes', of: busy, atLeast: busyTarget },
      { load: serviceLoad(bench, otherPages(bench)) },
    ]),
  ];
};

export const eventPage: DatasetScenario = {
  name: 'event-page',
  about:
    'The page of a public event for guests: repeated requests for one, also with writes beside them as in `lists-under-writes`, and requests for different ones.',
  measure,
};
