import { type Reading, roundRobinBearers, runAll, serviceLoad } from '../../support/load/reading.ts';
import { baselineLine, p50AtMost, serviceLine } from '../../support/report/finding.ts';
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
  const [first, deep] = [readingOf(bench, 1), readingOf(bench, 500)];
  const runs = await runAll(bench, { first: serviceLoad(bench, first), deep: serviceLoad(bench, deep) });
  const bound = p50AtMost(maxRatio, runs.first ?? []);
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(deep.what, runs.deep ?? [], bound),
        baselineLine(first.what, runs.deep ?? [], runs.first),
      ],
    },
  ];
};

export const deepPage: DatasetScenario = {
  name: 'deep-page',
  about: 'Page 500 of the plain list, compared with page 1.',
  measure,
};
