import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Cost, unitsOfClient } from './fair-queue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From the arrival of a request to its response, in milliseconds; `Timeouts.handler` by default. */
    handlerTimeout?: number;
    /** What the route asks of the process; `read` by default, and `write` for unsafe methods. */
    cost?: CostClass | ((request: FastifyRequest) => CostClass);
  }
}

/**
 * What a route asks of the process: a look-up by a key, a list or search that may read tens of thousands of
 * rows, a write, bulk work, which writes hundreds of rows, a picture that is decoded, or a download, which holds its units until its client
 * has read it.
 */
export type CostClass = 'read' | 'list' | 'write' | 'bulk' | 'picture' | 'download';

/** A person, whose app asks for less at once than the many who may be behind one address. */
export type ClientKind = 'account' | 'network';

const units: Readonly<Record<ClientKind, Readonly<Record<CostClass, number>>>> = {
  account: { read: 4, list: 16, write: 8, bulk: 48, picture: 24, download: 24 },
  network: { read: 1, list: 16, write: 2, bulk: 48, picture: 24, download: 24 },
};

/** Within the handler timeout, whose rest is for the work. */
const usualWaitMs = 2_000;
/** The last of twenty long lists has its turn by then. */
const listWaitMs = 3_000;
/** Of the 30 s of a route with bulk work, and of the ten minutes of a download. */
const longWaitMs = 20_000;
/** Of the 80 s that are left of the longest upload. */
const pictureWaitMs = 60_000;

/** A list that takes longer is long, in milliseconds. */
const longMs = 60;
/** A list whose text has more characters is large: four times as much is in memory while it is made. */
const largeLength = 256_000;
/** For how long a client's lists are taken to be as its last ones were, in milliseconds. */
const verdictMs = { short: 5_000, long: 2_000, large: 10_000 };
const maxVerdicts = 10_000;

/**
 * Of the 8 connections of a process to its database, clients with long lists have 4, and unknown ones 2 more.
 */
const lists = { long: 4, unknown: 6 };
/** Making one is work of the process, not of its database: several at once take more memory and no less time. */
const largeLists = 1;
/** Bulk work has two connections: a short call, such as an invitation of one person, finds one free. */
const bulkAtOnce = 1;
/** As many as are decoded at once. */
const picturesAtOnce = 2;

const costsOf = (kind: ClientKind) => {
  const cost = (of: CostClass, rest: Partial<Cost> = {}): Cost => ({
    ...{ units: units[kind][of], lane: null, maxInLane: unitsOfClient, maxWaitMs: usualWaitMs },
    ...rest,
  });
  return {
    read: cost('read'),
    write: cost('write'),
    download: cost('download', { maxWaitMs: longWaitMs }),
    bulk: cost('bulk', { lane: 'bulk', maxInLane: bulkAtOnce, maxWaitMs: longWaitMs }),
    picture: cost('picture', { lane: 'picture', maxInLane: picturesAtOnce, maxWaitMs: pictureWaitMs }),
    longList: cost('list', { lane: 'list', maxInLane: lists.long, maxWaitMs: listWaitMs }),
    largeList: cost('list', { lane: 'large list', maxInLane: largeLists, maxWaitMs: listWaitMs }),
    unknownList: cost('list', { lane: 'list', maxInLane: lists.unknown, maxWaitMs: listWaitMs }),
  };
};

const costs = { account: costsOf('account'), network: costsOf('network') };

/** What is made for many requests waits as long as those that write a lot. */
const sharedCost: Cost = { ...costs.network.longList, maxWaitMs: longWaitMs };

type ListKind = 'short' | 'long' | 'large';

interface Verdict {
  readonly kind: ListKind;
  readonly until: number;
}

const costNames = { short: 'read', long: 'longList', large: 'largeList' } as const;
/** Verdicts that a list of each kind does not change while they hold. */
const stronger: Readonly<Record<ListKind, readonly ListKind[]>> = {
  short: ['short', 'long', 'large'],
  long: ['large'],
  large: [],
};

/**
 * The costs of requests. Whether a list is a page in memory or a walk over a million rows is known when it is
 * over, and what a client asks for next is mostly like what it asked for last: a client whose lists are short
 * asks for them as for any other read, one with a long or large list shares a lane for some seconds.
 */
export const requestCosts = () => {
  const verdicts = new LRUCache<string, Verdict>({ max: maxVerdicts });
  return {
    shared: sharedCost,
    of: (kind: ClientKind, key: string, costClass: CostClass): Cost => {
      const ofKind = costs[kind];
      if (costClass !== 'list') return ofKind[costClass];
      const verdict = verdicts.get(key);
      return verdict && performance.now() <= verdict.until
        ? ofKind[costNames[verdict.kind]]
        : ofKind.unknownList;
    },
    /** A list of this client took so long, and is a text of so many characters. */
    note: (key: string, durationMs: number, length: number): void => {
      const now = performance.now();
      const verdict = verdicts.get(key);
      const kind = length > largeLength ? 'large' : durationMs > longMs ? 'long' : 'short';
      if (verdict && now <= verdict.until && stronger[kind].includes(verdict.kind)) return;
      verdicts.set(key, { kind, until: now + verdictMs[kind] });
    },
  };
};
