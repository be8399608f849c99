import { type Random, randomFrom } from '../../dataset/random.ts';
import { placeInDensestCity, placeInWholeCity, repeatedPlace } from '../../support/load/densest-city.ts';
import {
  compareLoads,
  measureRows,
  otherLoad,
  type Reading,
  roundRobinBearers,
  serviceLoad,
} from '../../support/load/reading.ts';
import { p50AtMost, p95AtMost } from '../../support/report/finding.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

const connections = 4;
/** Maximum ratio to the median on the smallest dataset. */
const maxGrowth = 2;
const p95Ms = 15;
/** For a year of the densest city, signed in. */
const yearP95Ms = 40;
const dayMs = 86_400_000;

interface Narrowed {
  readonly what: string;
  readonly category?: string;
  /** Days from tomorrow on. */
  readonly days?: number;
  /** In the centre of the city unless given. */
  readonly placeOf?: (random: Random) => { readonly lat: number; readonly lng: number };
  /** Multiplies the duration. */
  readonly times?: number;
}

const plain: Narrowed = { what: 'within 50 km of the densest city' };
const week: Narrowed = { what: 'the same within a week', days: 7 };
const category: Narrowed = { what: 'the same in the biggest category', category: 'music' };
const year: Narrowed = { what: 'the same within a year', days: 365 };
const wholeCity: Narrowed = {
  what: 'within 50 km of places all over the densest city',
  placeOf: placeInWholeCity,
  times: 5,
};
const repeated: Narrowed = {
  what: 'within 50 km of 5,000 places all over the densest city by Zipf',
  placeOf: repeatedPlace(),
  times: 5,
};

const dayOf = (daysAhead: number): Date =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs + daysAhead * dayMs);

const readingOf = ({ what, category: slug, days, placeOf, times }: Narrowed): Reading => {
  const random = randomFrom(2);
  const day = (ahead: number) => dayOf(ahead).toISOString().slice(0, 10);
  const rest = `${slug ? `&category=${slug}` : ''}${days ? `&dateFrom=${day(1)}&dateTo=${day(days)}` : ''}`;
  return {
    what: `\`GET /v1/events?lat=…&lng=…&radius=50\`, ${what}, ${connections} clients`,
    connections,
    ...(times && { times }),
    next: () => {
      const { lat, lng } = (placeOf ?? placeInDensestCity)(random);
      return { path: `/v1/events?lat=${lat}&lng=${lng}&radius=50&limit=20${rest}` };
    },
  };
};

/** Each place is new. */
const signedInReading = (bench: DatasetBench, narrowed: Narrowed): Reading => {
  const { what, next, ...rest } = readingOf(narrowed);
  const bearer = roundRobinBearers(bench);
  return { what: `${what}, signed in`, ...rest, next: () => ({ ...next(), headers: bearer() }) };
};

/** Places all over the densest city, each new. */
export const wholeCityReading = (bench: DatasetBench): Reading => signedInReading(bench, wholeCity);

const measure: DatasetScenario['measure'] = async (bench, smallest) => {
  const little = serviceLoad(smallest, readingOf(plain));
  const findings = [
    await measureRows(bench, [
      {
        load: serviceLoad(bench, readingOf(plain)),
        bound: (runsOf) => p50AtMost(maxGrowth, runsOf(little)),
      },
      { load: little, what: `the same of ${smallest.rows}` },
    ]),
  ];
  for (const one of [week, category])
    findings.push(await compareLoads(bench, serviceLoad(bench, readingOf(one)), [], p95AtMost(p95Ms)));
  for (const one of [plain, wholeCity, repeated, year]) {
    const reading = signedInReading(bench, one);
    const bound = one === year ? p95AtMost(yearP95Ms) : undefined;
    findings.push(
      await compareLoads(bench, serviceLoad(bench, reading), [{ load: otherLoad(bench, reading) }], bound),
    );
  }
  return findings;
};

export const nearby: DatasetScenario = {
  name: 'nearby',
  about:
    'A page with its exact total around different places in the densest city: all upcoming events, within a week, in one category; signed in also within a year. The first is compared with the smallest dataset in interleaved rounds.',
  measure,
};
