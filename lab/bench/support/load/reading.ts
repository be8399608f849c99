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

/** Runs of each load by its key; null for a load that cannot run. The first round is a warm-up. */
export const runAll = async <Key extends string>(
  { scale }: DatasetBench,
  loads: Readonly<Record<Key, Load | null>>,
): Promise<Readonly<Record<Key, readonly Measured[] | null>>> => {
  const there = (Object.entries(loads) as [Key, Load | null][]).filter(([, load]) => load !== null);
  const runs = await interleavedRounds(
    scale.datasetRounds + 1,
    there.map(([, load]) => load as Load),
  );
  const runsByKey = new Map(there.map(([key], index) => [key, runs[index]?.slice(1) ?? null]));
  const keys = Object.keys(loads) as Key[];
  return Object.fromEntries(keys.map((key) => [key, runsByKey.get(key) ?? null])) as Record<
    Key,
    readonly Measured[] | null
  >;
};

/** What a load is compared with; null where this machine or this run cannot. */
export interface Baseline {
  readonly load: Load | null;
  /** How its line is called without the load; no line unless given. */
  readonly name?: string;
  /** The minimum ratio of the service to it. */
  readonly atLeast?: number;
}

/** Measures a load and its baselines in rounds that take turns. @param bound of the load itself */
export const compareLoads = async (
  bench: DatasetBench,
  load: Load,
  baselines: readonly Baseline[],
  bound?: Wanted,
): Promise<Finding> => {
  const loads = [load, ...baselines.map((one) => one.load)];
  const [service, ...others] = Object.values(await runAll(bench, Object.fromEntries(loads.entries())));
  const lines = baselines.flatMap(({ load, name, atLeast }, index) => {
    const what = name ?? load?.what;
    return what === undefined ? [] : [baselineLine(what, service ?? [], others[index] ?? null, atLeast)];
  });
  return { rows: bench.rows, lines: [serviceLine(load.what, service ?? [], bound), ...lines] };
};

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
