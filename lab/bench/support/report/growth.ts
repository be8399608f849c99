import { datasetFacts } from '../../dataset/dataset-facts.ts';
import type { DatasetSize } from '../../dataset/dataset-size.ts';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { interleavedRounds, type Load } from './interleaved-rounds.ts';
import { type Measured, medianOf } from './measured.ts';

/** Response times and index sizes of a dataset. */
export interface Growth {
  readonly size: DatasetSize;
  readonly facts: string;
  /** By load. */
  readonly times: ReadonlyMap<string, Measured>;
  /** By the name of the index. */
  readonly indexBytes: ReadonlyMap<string, number>;
}

const indexesOf = `
  select r.relname as name, pg_relation_size(i.indexrelid)::float8 as bytes
  from pg_index i join pg_class r on r.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and pg_relation_size(i.indexrelid) > 200000
  order by 2 desc`;

/** Runs the loads on this dataset; the first round is a warm-up. */
export const measureGrowth = async (bench: DatasetBench, loads: readonly Load[]): Promise<Growth> => {
  const runs = await interleavedRounds(bench.scale.datasetRounds + 1, loads);
  const { rows } = await bench.bare.query<{ name: string; bytes: number }>(indexesOf);
  return {
    size: bench.dataset.size,
    facts: await datasetFacts(bench.dataset),
    times: new Map(loads.map(({ what }, index) => [what, medianOf((runs[index] ?? []).slice(1))])),
    indexBytes: new Map(rows.map(({ name, bytes }) => [name, bytes])),
  };
};
