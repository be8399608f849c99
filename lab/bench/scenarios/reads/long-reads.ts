import { type Random, randomFrom } from '../../dataset/random.ts';
import { vocabulary } from '../../dataset/words.ts';
import { getFor } from '../../support/load/http-load.ts';
import { anyEvent } from '../../support/load/random-picks.ts';
import { measureRows, type Reading, type Row, roundRobin, serviceLoad } from '../../support/load/reading.ts';
import { p50AtMost } from '../../support/report/finding.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

/** More than one account may have at once. */
const longReaders = 20;
const maxRatio = 2;

type PathOf = (random: Random) => string;

/** Each reads tens of thousands of rows, or words; no two are alike. */
const paths: Readonly<Record<string, PathOf>> = {
  'pages far into the list of all events': (random) =>
    `/v1/events?limit=50&page=${1_000 + random.below(8_000)}`,
  'lists within thousands of kilometres': (random) => {
    const [lat, lng] = [45 + 10 * random.next(), 5 + 10 * random.next()];
    return `/v1/events?limit=50&lat=${lat}&lng=${lng}&radius=${1_000 + random.below(15_000)}`;
  },
  'searches for two letters, far into their matches': (random) => {
    const letters = encodeURIComponent(vocabulary[random.below(1_000)]?.slice(0, 2) ?? '');
    return `/v1/events/search?limit=50&q=${letters}&page=${1 + random.below(500)}`;
  },
};

/** The load while one account reads what is long. */
const besideLongReads = (bench: DatasetBench, load: Load, what: string, pathOf: PathOf): Load => {
  const { service, scale, readers, issueToken } = bench;
  const [reader] = readers;
  if (!reader) throw new Error('The dataset has no reader.');
  const authorization = `Bearer ${issueToken(reader)}`;
  const random = randomFrom(31);
  const next = () => ({ path: pathOf(random), headers: { authorization } });
  return {
    what: `the same while ${longReaders} connections of another account read ${what}`,
    run: async () => {
      const [measurement] = await Promise.all([
        load.run(),
        getFor(service.url, scale.datasetSeconds, next, longReaders),
      ]);
      return measurement;
    },
  };
};

const readingOf = (bench: DatasetBench): Reading => {
  const random = randomFrom(30);
  const pick = anyEvent(bench);
  const [, ...others] = bench.readers;
  const bearer = roundRobin(others.map((other) => ({ authorization: `Bearer ${bench.issueToken(other)}` })));
  return {
    what: '`GET /v1/events/:id`, signed in, one connection',
    connections: 1,
    next: () => ({ path: `/v1/events/${pick(random)}`, headers: bearer() }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const alone = serviceLoad(bench, readingOf(bench));
  const beside = Object.entries(paths).map(([what, pathOf]) => besideLongReads(bench, alone, what, pathOf));
  const bound: Row['bound'] = (runsOf) => p50AtMost(maxRatio, runsOf(alone));
  return [await measureRows(bench, [{ load: alone }, ...beside.map((load) => ({ load, bound }))])];
};

export const longReads: DatasetScenario = {
  name: 'long-reads',
  about:
    'Another caller’s single event while one account reads long lists, or searches, on more connections than it may have long reads at once.',
  measure,
};
