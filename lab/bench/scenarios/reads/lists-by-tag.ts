import { tags } from '../../dataset/event-tags.ts';
import { randomFrom } from '../../dataset/random.ts';
import { placeInWholeCity } from '../../support/load/densest-city.ts';
import { inFlight } from '../../support/load/in-flight.ts';
import {
  measureRows,
  type Reading,
  type Row,
  roundRobin,
  roundRobinBearers,
  serviceLoad,
} from '../../support/load/reading.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { categoryReading } from './list-by-category.ts';

/** Of what lists of one category do. */
const asFast = 0.9;

const pairsOf = (names: readonly string[]) =>
  names.map((name, index) => `${name},${names[(index + 1) % names.length]}`);
const tag = tags.slice(0, 10);
const categories = ['music', 'arts', 'food', 'sports', 'tech', 'film'];
const filters: Readonly<Record<string, readonly string[]>> = {
  'tag=a': tag.map((one) => `tag=${one}`),
  'tag=a,b': pairsOf(tag).map((pair) => `tag=${pair}`),
  'category=a,b': pairsOf(categories).map((pair) => `category=${pair}`),
};

/** The first page, signed in, of filters in rotation. */
const reading = (bench: DatasetBench, what: string, isNear: boolean): Reading => {
  const bearer = roundRobinBearers(bench);
  const filter = roundRobin(filters[what] ?? []);
  const random = randomFrom(3);
  const place = () => {
    const { lat, lng } = placeInWholeCity(random);
    return `&lat=${lat}&lng=${lng}&radius=50`;
  };
  return {
    what: `\`GET /v1/events?${what}${isNear ? '&lat=…' : ''}\`, signed in`,
    connections: isNear ? 4 : inFlight,
    next: () => ({ path: `/v1/events?${filter()}${isNear ? place() : ''}&limit=20`, headers: bearer() }),
  };
};

const readings = (bench: DatasetBench): readonly Reading[] =>
  [false, true].flatMap((isNear) => Object.keys(filters).map((what) => reading(bench, what, isNear)));

const measure: DatasetScenario['measure'] = async (bench) => {
  const category = serviceLoad(bench, categoryReading(bench));
  const rows = readings(bench).flatMap((reading): Row[] => {
    const load = serviceLoad(bench, reading);
    return reading.what.includes('lat=')
      ? [{ load }]
      : [{ load }, { load: category, of: load, atLeast: asFast }];
  });
  return [await measureRows(bench, rows)];
};

export const listsByTag: DatasetScenario = {
  name: 'lists-by-tag',
  about:
    'The first page of events with one or any of two of the ten most frequent tags, and of any of two categories, with and without a place, beside lists of one category.',
  measure,
};
