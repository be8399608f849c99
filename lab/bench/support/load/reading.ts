import { baselineLine, type Finding, serviceLine, type Wanted } from '../report/finding.ts';
import { interleavedRounds, type Load } from '../report/interleaved-rounds.ts';
import type { Measured } from '../report/measured.ts';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { getFor, type LoadRequest } from './http-load.ts';
import type { Reader } from './readers.ts';

/** A read over HTTP that is repeated. */
export interface Reading {
  readonly what: string;
  /** Number of concurrent connections. */
  readonly connections: number;
  /** Makes the next request. */
  readonly next: () => LoadRequest;
  /** Multiplies the duration, 1 by default: requests that differ much need a larger sample. */
  readonly times?: number;
}

export const serviceLoad = (
  { service, scale }: DatasetBench,
  { what, connections, next, times = 1 }: Reading,
): Load => ({
  what,
  run: () => getFor(service.url, scale.datasetSeconds * times, next, connections),
});

/** The same requests to the service of another commit; null without `--against`. */
export const otherLoad = (
  { other, scale }: DatasetBench,
  { connections, next, times = 1 }: Omit<Reading, 'what'>,
): Load | null =>
  other && {
    what: `the same at ${scale.against?.commit}`,
    run: () => getFor(other.url, scale.datasetSeconds * times, next, connections),
  };

/** The same requests to the hand-written server. */
export const bareLoad = (
  { bareServer, scale }: DatasetBench,
  { connections, next }: Omit<Reading, 'what'>,
): Load => ({
  what: 'bare Fastify + pg, named statements',
  run: () => getFor(bareServer.url, scale.datasetSeconds, next, connections),
});

/** An empty route that returns the same body as the service for one of the requests. */
export const emptyRouteLoad = async (
  { service, bareServer, scale }: DatasetBench,
  { connections, next }: Omit<Reading, 'what'>,
): Promise<Load> => {
  const { path, headers = {} } = next();
  const body = await (await fetch(`${service.url}${path}`, { headers })).text();
  return {
    what: `empty Fastify route, ${(body.length / 1000).toFixed(1)} kB`,
    run: async () => {
      await fetch(`${bareServer.url}/empty`, {
        method: 'PUT',
        headers: { 'content-type': 'text/plain' },
        body,
      });
      return getFor(bareServer.url, scale.datasetSeconds, () => ({ path: '/empty' }), connections);
    },
  };
};

/** A line of a finding. */
export interface Row {
  /** Null where this machine or this run cannot. */
  readonly load: Load | null;
  /** Unless given, what its load is; without either there is no line. */
  readonly what?: string | undefined;
  /** Compares it as a baseline: the rate of this load to its own. */
  readonly of?: Load;
  /** The minimum of that ratio. */
  readonly atLeast?: number | undefined;
  /** What the load itself has to reach, by its runs or those of another one. */
  readonly bound?: (runsOf: (load: Load) => readonly Measured[]) => Wanted | undefined;
}

/** Measures loads in rounds that take turns, of which the first is a warm-up. */
export const measureRows = async (bench: DatasetBench, rows: readonly Row[]): Promise<Finding> => {
  const loads = [...new Set(rows.flatMap(({ load }) => load ?? []))];
  const runs = await interleavedRounds(bench.scale.datasetRounds + 1, loads);
  const runsOf = (load: Load) => runs[loads.indexOf(load)]?.slice(1) ?? [];
  const lines = rows.flatMap(({ load, what = load?.what, of, atLeast, bound }) => {
    if (what === undefined) return [];
    if (of) return [baselineLine(what, runsOf(of), load && runsOf(load), atLeast)];
    return load ? [serviceLine(what, runsOf(load), bound?.(runsOf))] : [];
  });
  return { rows: bench.rows, lines };
};

/** Measures a load and what it is compared with. @param bound of the load itself */
export const compareLoads = (
  bench: DatasetBench,
  load: Load,
  baselines: readonly {
    readonly load: Load | null;
    /** How its line is called without the load. */
    readonly name?: string;
    readonly atLeast?: number;
  }[],
  bound?: Wanted,
): Promise<Finding> =>
  measureRows(bench, [
    { load, bound: () => bound },
    ...baselines.map(({ load: baseline, name, atLeast }) => ({
      load: baseline,
      what: name ?? baseline?.what,
      of: load,
      atLeast,
    })),
  ]);

/** Returns the items in rotation, without end. */
export const roundRobin = <Item>(items: readonly Item[]): (() => Item) => {
  let turn = -1;
  return () => {
    turn = (turn + 1) % items.length;
    return items[turn] as Item;
  };
};

/** Returns the headers of the readers in rotation. */
export const roundRobinBearers = ({ readers, issueToken }: DatasetBench): (() => Record<string, string>) =>
  roundRobin(readers.map((reader) => ({ authorization: `Bearer ${issueToken(reader)}` })));

/** The authentication of a request. */
export const authenticate = ({ domain }: DatasetBench, { userId, sessionId }: Reader) =>
  domain.authenticate({ userId, sessionId, generation: 1 });
