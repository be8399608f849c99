import type { DatasetBench } from './dataset-bench.ts';
import { type Asked, getFor } from './http-load.ts';
import { byTurns, type Load } from './interleaved-rounds.ts';
import type { Measured } from './measured.ts';
import { pgbenchLoad, type Script, scriptOf } from './pgbench.ts';
import type { Reader } from './readers.ts';
import { recordStatements } from './recorded-statements.ts';

/** Something that is read over HTTP, again and again. */
export interface Reading {
  readonly what: string;
  /** How many ask at the same time. */
  readonly connections: number;
  /** What is asked next. */
  readonly next: () => Asked;
  /** How many times as long as others it goes on: where requests differ much, it takes many to know what they cost. */
  readonly times?: number;
}

export const serviceLoad = (
  { service, scale }: DatasetBench,
  { what, connections, next, times = 1 }: Reading,
): Load => ({
  what,
  run: () => getFor(service.url, scale.datasetSeconds * times, next, connections),
});

/** The same requests to the hand-written server. */
export const bareLoad = (
  { bareServer, scale }: DatasetBench,
  { connections, next }: Omit<Reading, 'what'>,
): Load => ({
  what: 'bare Fastify + pg, named statements',
  run: () => getFor(bareServer.url, scale.datasetSeconds, next, connections),
});

/** An empty route that answers what the service answers to one of the requests. */
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

/** Beyond this more connections only wait for each other: the service has no more. */
const mostClients = 8;

/** What the adapters send for each of the calls, through pgbench; null when the machine has none. */
export const sameStatementsLoad = async (
  { server, scale }: DatasetBench,
  connections: number,
  calls: readonly (() => Promise<unknown>)[],
): Promise<Load | null> => {
  const scripts: Script[] = [];
  for (const call of calls) scripts.push(scriptOf(await recordStatements(call)));
  const clients = Math.min(connections, mostClients);
  return pgbenchLoad({ url: server.url, scripts, clients, seconds: scale.datasetSeconds });
};

/** Runs of each load by its key; null for what cannot be run. The first round only warms up. */
export const runAll = async <Key extends string>(
  { scale }: DatasetBench,
  loads: Readonly<Record<Key, Load | null>>,
): Promise<Readonly<Record<Key, readonly Measured[] | null>>> => {
  const there = (Object.entries(loads) as [Key, Load | null][]).filter(([, load]) => load !== null);
  const runs = await byTurns(
    scale.datasetRounds + 1,
    there.map(([, load]) => load as Load),
  );
  const found = new Map(there.map(([key], index) => [key, runs[index]?.slice(1) ?? null]));
  const keys = Object.keys(loads) as Key[];
  return Object.fromEntries(keys.map((key) => [key, found.get(key) ?? null])) as Record<
    Key,
    readonly Measured[] | null
  >;
};

/** The items by turns, without end. */
export const inTurn = <Item>(items: readonly Item[]): (() => Item) => {
  let turn = -1;
  return () => {
    turn = (turn + 1) % items.length;
    return items[turn] as Item;
  };
};

/** Each reader's headers by turns. */
export const bearersInTurn = ({ readers, issueToken }: DatasetBench): (() => Record<string, string>) =>
  inTurn(readers.map((reader) => ({ authorization: `Bearer ${issueToken(reader)}` })));

/** What every authenticated request begins with. */
export const authenticate = ({ domain }: DatasetBench, { userId, sessionId }: Reader) =>
  domain.authenticate({ userId, sessionId, generation: 1 });
