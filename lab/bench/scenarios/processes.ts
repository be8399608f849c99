import { removeRsvps } from '../support/load/readers.ts';
import { runAll, serviceLoad } from '../support/load/reading.ts';
import { type Line, ratioOf, serviceLine } from '../support/report/finding.ts';
import type { Load } from '../support/report/interleaved-rounds.ts';
import { medianOf } from '../support/report/measured.ts';
import type { DatasetScenario } from '../support/report/scenario.ts';
import type { DatasetBench } from '../support/servers/dataset-bench.ts';
import { categoryReading } from './reads/list-by-category.ts';
import { spreadRsvps } from './writes/rsvp-spread.ts';

const count = 2;

const loadsOf: readonly ((bench: DatasetBench) => Load)[] = [
  (bench) => serviceLoad(bench, { ...categoryReading(bench), times: 2 }),
  spreadRsvps,
];

const measure: DatasetScenario['measure'] = async (bench) => {
  const service = await bench.startBeside({ WEB_CONCURRENCY: String(count) });
  try {
    const lines: Line[] = [];
    for (const loadOf of loadsOf) {
      const one = loadOf(bench);
      const several = loadOf({ ...bench, service });
      const runs = await runAll(bench, { one, several });
      lines.push(serviceLine(`${one.what}, one process`, runs.one ?? []), {
        what: `${one.what}, ${count} processes`,
        measured: medianOf(runs.several ?? []),
        ratio: ratioOf(runs.several ?? [], runs.one ?? []),
      });
    }
    return [{ rows: bench.rows, lines }];
  } finally {
    await service.stop();
    await removeRsvps(bench);
  }
};

export const processes: DatasetScenario = {
  name: 'processes',
  about:
    'The service with `WEB_CONCURRENCY=2` compared with one process on the same database. PostgreSQL and the load generator use the same cores: on two, little is left for a second process.',
  measure,
};
