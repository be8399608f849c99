import { inFlight } from '../../support/load/in-flight.ts';
import {
  authenticate,
  bareLoad,
  emptyRouteLoad,
  keptLoad,
  otherLoad,
  type Reading,
  roundRobin,
  roundRobinBearers,
  runAll,
  sameStatementsLoad,
  serviceLoad,
} from '../../support/load/reading.ts';
import { baselineLine, serviceLine } from '../../support/report/finding.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

/** Minimum ratio to the bare server. */
const target = 1;
/** Minimum ratio to the service before it kept pages in memory. */
const otherTarget = 2.5;
const slugs = [
  'music',
  'arts',
  'food',
  'sports',
  'outdoors',
  'tech',
  'business',
  'education',
  'family',
  'film',
];

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
  const reader = roundRobin(bench.readers);
  const calls = slugs.map((category) => async () => {
    const { userId } = await authenticate(bench, reader());
    await bench.domain.listEvents({ category, page: 1, limit: 20, callerId: userId });
  });
  const loads = {
    service: serviceLoad(bench, reading),
    pgbench: await sameStatementsLoad(bench, reading.connections, calls),
    bare: bareLoad(bench, reading),
    kept: keptLoad(bench, reading),
    other: otherLoad(bench, reading),
    empty: await emptyRouteLoad(bench, reading),
  };
  const runs = await runAll(bench, loads);
  const service = runs.service ?? [];
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(reading.what, service),
        baselineLine(loads.bare.what, service, runs.bare, target),
        baselineLine(loads.kept.what, service, runs.kept, target),
        ...(loads.other ? [baselineLine(loads.other.what, service, runs.other, otherTarget)] : []),
        baselineLine(loads.pgbench?.what ?? 'pgbench', service, runs.pgbench),
        baselineLine(loads.empty.what, service, runs.empty),
      ],
    },
  ];
};

export const listByCategory: DatasetScenario = {
  name: 'list-by-category',
  about:
    'The first page of ten categories in rotation, with the exact total and the caller’s flags, for 200 callers in rotation.',
  growing: (bench) => [serviceLoad(bench, categoryReading(bench))],
  measure,
};
