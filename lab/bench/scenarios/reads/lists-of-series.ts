import { randomFrom } from '../../dataset/random.ts';
import { vocabulary } from '../../dataset/words.ts';
import { placeInDensestCity } from '../../support/load/densest-city.ts';
import { compareLoads, type Reading, roundRobin, serviceLoad } from '../../support/load/reading.ts';
import type { Finding } from '../../support/report/finding.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { categoryReading } from './list-by-category.ts';

const connections = 4;
/** Minimum ratio to the same events without series. */
const target = 0.9;
const dayMs = 86_400_000;

const near = (): Reading => {
  const random = randomFrom(2);
  return {
    what: '`GET /v1/events?lat=…&lng=…&radius=50`',
    connections,
    next: () => {
      const { lat, lng } = placeInDensestCity(random);
      return { path: `/v1/events?lat=${lat}&lng=${lng}&radius=50&limit=20` };
    },
  };
};

/** A window of some minutes' resolution, so that no response is cached. */
const dates = (): Reading => {
  const random = randomFrom(5);
  return {
    what: '`GET /v1/events?dateFrom=…&dateTo=…`',
    connections,
    next: () => {
      const from = Date.now() + Math.floor(random.next() * 200 * 1_440) * 60_000;
      const to = from + (1 + Math.floor(random.next() * 14)) * dayMs;
      const [dateFrom, dateTo] = [from, to].map((at) => new Date(at).toISOString());
      return { path: `/v1/events?dateFrom=${dateFrom}&dateTo=${dateTo}&limit=20` };
    },
  };
};

/** Words and pages vary, so that most responses are not cached. */
const words = (): Reading => {
  const word = roundRobin(vocabulary.slice(0, 200));
  const page = roundRobin([1, 2, 3]);
  return {
    what: '`GET /v1/events/search?q=…`, one of 200 frequent words',
    connections,
    next: () => ({ path: `/v1/events/search?q=${encodeURIComponent(word())}&page=${page()}&limit=20` }),
  };
};

const readings: readonly ((bench: DatasetBench) => Reading)[] = [categoryReading, near, dates, words];

const measure: DatasetScenario['measure'] = async (bench, smallest) => {
  const findings: Finding[] = [];
  if (!bench.dataset.size.hasSeries) return findings;
  for (const readingOf of readings) {
    const without = {
      load: serviceLoad(smallest, readingOf(smallest)),
      name: 'the same without series',
      atLeast: target,
    };
    findings.push(await compareLoads(bench, serviceLoad(bench, readingOf(bench)), [without]));
  }
  return findings;
};

export const listsOfSeries: DatasetScenario = {
  name: 'lists-of-series',
  about:
    'Lists and searches where half of the events are occurrences of series, compared with the same events without series in interleaved rounds. Runs with `--datasets 100k,100k-series`, or other sizes.',
  measure,
};
