import { measureRows, type Reading, roundRobinBearers, serviceLoad } from '../../support/load/reading.ts';
import { p50AtMost } from '../../support/report/finding.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

const connections = 4;
const maxRatio = 3;

const readingOf = (bench: DatasetBench, page: number): Reading => {
  const bearer = roundRobinBearers(bench);
  return {
    what: `\`GET /v1/events?page=${page}\`, signed in, ${connections} clients`,
    connections,
    next: () => ({ path: `/v1/events?page=${page}&limit=20`, headers: bearer() }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const [first, deep] = [1, 500].map((page) => serviceLoad(bench, readingOf(bench, page))) as [Load, Load];
  return [
    await measureRows(bench, [
      { load: deep, bound: (runsOf) => p50AtMost(maxRatio, runsOf(first)) },
      { load: first, of: deep },
    ]),
  ];
};

export const deepPage: DatasetScenario = {
  name: 'deep-page',
  about: 'Page 500 of the plain list, compared with page 1.',
  measure,
};
