import type { DatasetBench } from '../support/dataset-bench.ts';
import { baselineLine, serviceLine } from '../support/finding.ts';
import { medianOf } from '../support/measured.ts';
import { bearersInTurn, type Reading, runAll, serviceLoad } from '../support/reading.ts';
import type { DatasetScenario } from '../support/scenario.ts';

const connections = 4;
const mostTimes = 3;

const readingOf = (bench: DatasetBench, page: number): Reading => {
  const bearer = bearersInTurn(bench);
  return {
    what: `\`GET /v1/events?page=${page}\`, signed in, ${connections} clients`,
    connections,
    next: () => ({ path: `/v1/events?page=${page}&limit=20`, headers: bearer() }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const [first, deep] = [readingOf(bench, 1), readingOf(bench, 500)];
  const runs = await runAll(bench, { first: serviceLoad(bench, first), deep: serviceLoad(bench, deep) });
  const { p50 } = medianOf(runs.first ?? []);
  const wanted = {
    target: `p50 ≤ ${mostTimes} × ${p50.toFixed(1)} ms`,
    isMet: (measured: { readonly p50: number }) => measured.p50 <= mostTimes * p50,
  };
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(deep.what, runs.deep ?? [], wanted),
        baselineLine(first.what, runs.deep ?? [], runs.first),
      ],
    },
  ];
};

export const deepPage: DatasetScenario = {
  name: 'deep-page',
  about: 'A page far down the plain list against the first one.',
  measure,
};
