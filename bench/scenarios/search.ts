import { type Random, randomFrom, weightedIndex, zipfWeights } from '../dataset/random.ts';
import { vocabulary } from '../dataset/words.ts';
import {
  authenticate,
  type Reading,
  roundRobin,
  roundRobinBearers,
  runAll,
  sameStatementsLoad,
  serviceLoad,
} from '../support/load/reading.ts';
import { withWrites } from '../support/load/writes-beside.ts';
import { baselineLine, serviceLine } from '../support/report/finding.ts';
import type { DatasetScenario } from '../support/report/scenario.ts';
import type { DatasetBench } from '../support/servers/dataset-bench.ts';

const connections = 4;
const p95Ms = 60;

/** A word by log-uniform rank: one of the ten most frequent is as likely as one of tens of thousands of rare ones. */
const anyWord = (random: Random): string =>
  vocabulary[Math.floor(vocabulary.length ** random.next()) - 1] as string;

/** One word, two words, or a prefix. */
const searchText = (random: Random): string => {
  const kind = random.next();
  if (kind < 0.5) return anyWord(random);
  if (kind < 0.8) return `${anyWord(random)} ${anyWord(random)}`;
  return anyWord(random).slice(0, 4);
};

const pathOf = (text: string): string => `/v1/events/search?q=${encodeURIComponent(text)}&limit=20`;

const readingOf = (bench: DatasetBench): Reading => {
  const random = randomFrom(5);
  const bearer = roundRobinBearers(bench);
  return {
    what: `\`GET /v1/events/search?q=…\`, signed in, ${connections} clients`,
    connections,
    times: 5,
    next: () => ({
      path: pathOf(searchText(random)),
      headers: bearer(),
    }),
  };
};

const texts = 1_000;

/** The same texts again and again, as users of one service search: the most popular one as often as the second twice. */
const repeatedReadingOf = (bench: DatasetBench): Reading => {
  const random = randomFrom(6);
  const paths = Array.from({ length: texts }, () => pathOf(searchText(random)));
  const pick = weightedIndex(zipfWeights(paths.length));
  const bearer = roundRobinBearers(bench);
  return {
    what: `${texts.toLocaleString('en')} texts by Zipf, signed in, ${connections} clients`,
    connections,
    next: () => ({ path: paths[pick(random)] as string, headers: bearer() }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const reading = readingOf(bench);
  const random = randomFrom(5);
  const reader = roundRobin(bench.readers);
  const calls = Array.from({ length: 16 }, () => async () => {
    const { userId } = await authenticate(bench, reader());
    await bench.domain.searchEvents({ q: searchText(random), page: 1, limit: 20, callerId: userId });
  });
  const pgbench = await sameStatementsLoad(bench, connections, calls);
  const repeated = serviceLoad(bench, repeatedReadingOf(bench));
  const besideWrites = withWrites(bench, repeated);
  const runs = await runAll(bench, { service: serviceLoad(bench, reading), pgbench, repeated, besideWrites });
  const service = runs.service ?? [];
  const wanted = { target: `p95 ≤ ${p95Ms} ms`, isMet: ({ p95 }: { readonly p95: number }) => p95 <= p95Ms };
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(reading.what, service, wanted),
        baselineLine(pgbench?.what ?? 'pgbench', service, runs.pgbench),
        serviceLine(repeated.what, runs.repeated ?? []),
        serviceLine(besideWrites.what, runs.besideWrites ?? []),
      ],
    },
  ];
};

export const search: DatasetScenario = {
  name: 'search',
  about:
    'One word, two words, or a prefix, as often among the ten most frequent words as among the rarest. Signed in, so that no response is cached. And texts that repeat, whose pages come from memory.',
  growing: (bench) => [serviceLoad(bench, readingOf(bench))],
  measure,
};
