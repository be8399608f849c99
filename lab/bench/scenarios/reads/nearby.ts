import type { Random } from '../../dataset/random.ts';
import { randomFrom } from '../../dataset/random.ts';
import { placeInDensestCity, placeInWholeCity, repeatedPlace } from '../../support/load/densest-city.ts';
import {
  otherLoad,
  type Reading,
  roundRobinBearers,
  runAll,
  sameStatementsLoad,
  serviceLoad,
} from '../../support/load/reading.ts';
import {
  baselineLine,
  type Finding,
  p50AtMost,
  p95AtMost,
  serviceLine,
  type Wanted,
} from '../../support/report/finding.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { openPostgis, type Postgis } from '../../support/servers/postgis.ts';

const connections = 4;
/** Maximum ratio to the median on the smallest dataset. */
const maxGrowth = 2;
const postgisTarget = 5;
/** Minimum ratio to the service before counts and flags had a statement of their own. */
const otherTarget = 1.5;
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
const all = [plain, week, category];

const dayOf = (daysAhead: number): Date =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs + daysAhead * dayMs);

/** pgbench prepares each script separately: with one place it plans as rarely as the service does. */
const pgbenchPlaces = 1;
const postgisPlaces = 16;

const placesOf = (count: number) => {
  const random = randomFrom(3);
  return Array.from({ length: count }, () => placeInDensestCity(random));
};

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

const callsOf = ({ domain }: DatasetBench, { category: slug, days }: Narrowed) => {
  return placesOf(pgbenchPlaces).map((place) => () => {
    const dates = {
      dateFrom: { at: dayOf(1), wholeDay: true },
      dateTo: { at: dayOf(days ?? 0), wholeDay: true },
    };
    return domain.listEvents({
      ...place,
      radius: 50,
      page: 1,
      limit: 20,
      callerId: null,
      ...(slug && { category: slug }),
      ...(days && dates),
    });
  });
};

const measureOne = async (
  bench: DatasetBench,
  narrowed: Narrowed,
  smallest: DatasetBench,
  postgis: Postgis | null,
): Promise<Finding> => {
  const reading = readingOf(narrowed);
  const loads = {
    service: serviceLoad(bench, reading),
    smallest: narrowed === plain ? serviceLoad(smallest, reading) : null,
    pgbench: await sameStatementsLoad(bench, connections, callsOf(bench, narrowed)),
    postgis: postgis?.pageAndTotal(placesOf(postgisPlaces), connections, bench.scale.datasetSeconds) ?? null,
  };
  const runs = await runAll(bench, loads);
  const service = runs.service ?? [];
  const bound = narrowed === plain ? p50AtMost(maxGrowth, runs.smallest ?? []) : p95AtMost(p95Ms);
  return {
    rows: bench.rows,
    lines: [
      serviceLine(reading.what, service, bound),
      baselineLine(loads.pgbench?.what ?? 'pgbench', service, runs.pgbench),
      ...(narrowed === plain
        ? [
            baselineLine(
              `PostGIS through pgbench, ${connections} clients`,
              service,
              runs.postgis,
              postgisTarget,
            ),
          ]
        : []),
    ],
  };
};

/** Each place is new: only pages of tiles are in memory. */
const signedInReading = (bench: DatasetBench, narrowed: Narrowed): Reading => {
  const { what, next, ...rest } = readingOf(narrowed);
  const bearer = roundRobinBearers(bench);
  return { what: `${what}, signed in`, ...rest, next: () => ({ ...next(), headers: bearer() }) };
};

/** Places all over the densest city, each new. */
export const wholeCityReading = (bench: DatasetBench): Reading => signedInReading(bench, wholeCity);

const measureSignedIn = async (bench: DatasetBench, narrowed: Narrowed, bound?: Wanted): Promise<Finding> => {
  const reading = signedInReading(bench, narrowed);
  const loads = { service: serviceLoad(bench, reading), other: otherLoad(bench, reading) };
  const runs = await runAll(bench, loads);
  const service = runs.service ?? [];
  const other = loads.other ? [baselineLine(loads.other.what, service, runs.other, otherTarget)] : [];
  return { rows: bench.rows, lines: [serviceLine(reading.what, service, bound), ...other] };
};

const measure: DatasetScenario['measure'] = async (bench, smallest) => {
  const postgis = await openPostgis(bench);
  try {
    const findings = [await measureOne(bench, plain, smallest, postgis)];
    for (const one of [week, category]) findings.push(await measureOne(bench, one, smallest, null));
    findings.push(await measureSignedIn(bench, plain));
    findings.push(await measureSignedIn(bench, wholeCity));
    findings.push(await measureSignedIn(bench, repeated));
    findings.push(await measureSignedIn(bench, year, p95AtMost(yearP95Ms)));
    return findings;
  } finally {
    await postgis?.close();
  }
};

export const nearby: DatasetScenario = {
  name: 'nearby',
  about:
    'A page with its exact total around different places in the densest city: all upcoming events, within a week, in one category; signed in also within a year. The first is compared with the smallest dataset in interleaved rounds, and with PostGIS.',
  growing: (bench) => all.map((one) => serviceLoad(bench, readingOf(one))),
  measure,
};
