import { type Random, randomFrom, weightedIndex, zipfWeights } from '../../dataset/random.ts';
import { vocabulary } from '../../dataset/words.ts';
import { placeInDensestCity } from '../../support/load/densest-city.ts';
import {
  measureRows,
  type Reading,
  roundRobin,
  roundRobinBearers,
  serviceLoad,
} from '../../support/load/reading.ts';
import { withWrites } from '../../support/load/writes-beside.ts';
import { p95AtMost } from '../../support/report/finding.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

const connections = 4;
const p95Ms = 10;
/** For a common word inside an area. */
const areaP95Ms = 40;

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

export const searchReading = (bench: DatasetBench): Reading => {
  const random = randomFrom(5);
  const bearer = roundRobinBearers(bench);
  return {
    what: `\`GET /v1/events/search?q=…\`, signed in, ${connections} clients`,
    connections,
    times: 5,
    next: () => ({ path: pathOf(searchText(random)), headers: bearer() }),
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

const commonWords = vocabulary.slice(0, 10);

/**
 * A common word around another place each time.
 * Of a million events about 10,000 match: the words occur in a fifth to a seventh of the live events around the densest city.
 */
const areaReadingOf = (bench: DatasetBench): Reading => {
  const random = randomFrom(7);
  const word = roundRobin(commonWords);
  const bearer = roundRobinBearers(bench);
  return {
    what: `\`GET /v1/events/search?q=…&lat=…&lng=…&radius=50\`, a common word in the densest city, signed in, ${connections} clients`,
    connections,
    times: 2,
    next: () => {
      const { lat, lng } = placeInDensestCity(random);
      return { path: `${pathOf(word())}&lat=${lat}&lng=${lng}&radius=50`, headers: bearer() };
    },
  };
};

const frequentWords = vocabulary.filter((word) => word.length >= 6).slice(0, 40);

/** As many words as count, each with a letter too many: the most that one text can make the typos' index do. */
const misspeltReadingOf = (bench: DatasetBench): Reading => {
  const random = randomFrom(8);
  const bearer = roundRobinBearers(bench);
  const pick = (below: number) => Math.floor(random.next() * below);
  const misspell = (word: string) => {
    const at = 1 + pick(word.length - 1);
    return `${word.slice(0, at)}x${word.slice(at)}`;
  };
  const text = () =>
    Array.from({ length: 20 }, () => misspell(frequentWords[pick(frequentWords.length)] as string)).join(' ');
  return {
    what: `20 frequent words, each misspelt, signed in, ${connections} clients`,
    connections,
    next: () => ({ path: pathOf(text().slice(0, 200)), headers: bearer() }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const repeated = serviceLoad(bench, repeatedReadingOf(bench));
  return [
    await measureRows(bench, [
      { load: serviceLoad(bench, searchReading(bench)), bound: () => p95AtMost(p95Ms) },
      { load: repeated },
      { load: withWrites(bench, repeated) },
      { load: serviceLoad(bench, areaReadingOf(bench)), bound: () => p95AtMost(areaP95Ms) },
      { load: serviceLoad(bench, misspeltReadingOf(bench)) },
    ]),
  ];
};

export const search: DatasetScenario = {
  name: 'search',
  about:
    'One word, two words, or a prefix, as often among the ten most frequent words as among the rarest. Signed in, so that no response is cached. And texts that repeat, whose pages come from memory, and common words around places that do not. And the longest text of misspelt frequent words.',
  measure,
};
