import { type Random, randomFrom } from '../dataset/random.ts';
import { vocabulary } from '../dataset/words.ts';
import { getFor } from '../support/load/http-load.ts';
import { anyEvent } from '../support/load/random-picks.ts';
import { type Reading, roundRobin, runAll, serviceLoad } from '../support/load/reading.ts';
import { serviceLine } from '../support/report/finding.ts';
import type { Load } from '../support/report/interleaved-rounds.ts';
import { medianOf } from '../support/report/measured.ts';
import type { DatasetScenario } from '../support/report/scenario.ts';
import type { DatasetBench } from '../support/servers/dataset-bench.ts';

/** More than the slots of one account. */
const longReaders = 20;
const maxRatio = 2;

/** Each reads tens of thousands of rows, or words; no two are alike. */
const kinds: Readonly<Record<string, (random: Random) => string>> = {
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
const besideLongReads = (bench: DatasetBench, load: Load, what: string): Load => {
  const { service, scale, readers, issueToken } = bench;
  const [reader] = readers;
  if (!reader) throw new Error('The dataset has no reader.');
  const authorization = `Bearer ${issueToken(reader)}`;
  const random = randomFrom(31);
  const pathOf = kinds[what] as (random: Random) => string;
  const next = () => ({ path: pathOf(random), headers: { authorization } });
  return {
    what: `the same while ${longReaders} connections of another account read ${what}`,
    run: async () => {
      const [measured] = await Promise.all([
        load.run(),
        getFor(service.url, scale.datasetSeconds, next, longReaders),
      ]);
      return measured;
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
  const beside = Object.keys(kinds).map((kind) => [kind, besideLongReads(bench, alone, kind)] as const);
  const runs = await runAll(bench, { alone, ...Object.fromEntries(beside) } as Record<string, Load>);
  const { p50 } = medianOf(runs.alone ?? []);
  const wanted = {
    target: `p50 ≤ ${maxRatio} × ${p50.toFixed(1)} ms`,
    isMet: (measured: { readonly p50: number }) => measured.p50 <= maxRatio * p50,
  };
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(alone.what, runs.alone ?? []),
        ...beside.map(([kind, load]) => serviceLine(load.what, runs[kind] ?? [], wanted)),
      ],
    },
  ];
};

export const longReads: DatasetScenario = {
  name: 'long-reads',
  about:
    'Another caller’s single event while one account reads long lists, or searches, on more connections than its slots. Clients take turns at the database ([ADR 0052](../docs/adr/0052-reads-of-events-in-turns.md)).',
  measure,
};
