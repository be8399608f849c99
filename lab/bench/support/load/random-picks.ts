import { eventSeries, type IdSeries, idOf } from '../../dataset/dataset-ids.ts';
import { hiddenEvery } from '../../dataset/event-rows.ts';
import type { Random } from '../../dataset/random.ts';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { readerIds } from './readers.ts';

const seriesOf = ({ dataset }: DatasetBench): IdSeries => eventSeries(dataset.size.events, dataset.at);

/** The id of a public event. */
export const anyEvent = (bench: DatasetBench): ((random: Random) => string) => {
  const series = seriesOf(bench);
  const tens = Math.floor(bench.dataset.size.events / hiddenEvery);
  return (random) => idOf(series, random.below(tens) * hiddenEvery + 1 + random.below(hiddenEvery - 1));
};

/** The same in a script of pgbench: the lines that set `:event` and `:reader`, and the SQL of their ids. */
export const picksInPgbench = (bench: DatasetBench, readers: number) => {
  const tens = Math.floor(bench.dataset.size.events / hiddenEvery);
  return {
    sets: [
      `\\set event random(0, ${tens - 1}) * ${hiddenEvery} + random(1, ${hiddenEvery - 1})`,
      `\\set reader random(0, ${readers - 1})`,
    ],
    eventId: idInSql(seriesOf(bench), 'event'),
    readerId: idInSql(readerIds, 'reader'),
  };
};

/** `idOf` as SQL, for a variable of a script. */
export const idInSql = ({ from, step, tail }: IdSeries, variable: string): string =>
  `(lpad(to_hex(${from} + ${step} * :${variable}::bigint), 12, '0') || '${tail.replaceAll('-', '')}')::uuid`;
