import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Replica, ReplicaProcess } from '../../packages/service/test/support/replica.ts';
import { countOf } from '../local/count-of.ts';
import { until } from '../local/until.ts';
import type { Load } from './load.ts';
import type { Counters } from './requests.ts';
import type { World } from './world.ts';

/** A fault and the checks of its effects. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  /** The reason why it cannot run on this machine or in the short form; null when it can. */
  readonly obstacle?: (isShort: boolean) => string | null;
  readonly run: (world: World) => Promise<readonly Finding[]>;
}

/** A line of the table. */
export interface Finding {
  readonly what: string;
  readonly counters: Pick<
    Counters,
    'sent' | 'succeeded' | 'unavailable' | 'slowestMs' | 'disconnected' | 'notConnected'
  > | null;
  readonly lostWrites: number;
  readonly wrongCounts: number;
  /** From the end of the fault to the first successful write, in milliseconds. */
  readonly recoveryMs: number | null;
  /** The expectations that failed. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** The response time promised to every client, also for a 503. */
export const responseWithinMs = 5_000;
/** Tolerance for the delay of the load generator itself. */
const clientDelayMs = 400;

/** Collects failed expectations and notes. */
export const checklist = () => {
  const faults: string[] = [];
  const notes: string[] = [];
  return {
    faults,
    notes,
    holds: (holds: boolean, otherwise: string) => {
      if (!holds) faults.push(otherwise);
    },
    note: (note: string) => void notes.push(note),
  };
};

export type Checklist = ReturnType<typeof checklist>;

/** What a scenario without load found. */
export const found = (
  what: string,
  { faults, notes }: Checklist,
  { lostWrites = 0, wrongCounts = 0, recoveryMs = null }: Partial<Finding> = {},
): Finding => ({ what, counters: null, lostWrites, wrongCounts, recoveryMs, faults, notes });

/** Ends a service as operators do. */
export const stopWell = async ({ process }: ReplicaProcess, checks: Checklist): Promise<void> => {
  process.kill('SIGTERM');
  checks.holds((await process.ended).code === 0, 'did not exit with 0');
};

/** Keeps what is to be undone after a scenario. */
export const newOwner = () => {
  const undo: (() => unknown)[] = [];
  return {
    teardown: (step: () => unknown) => void undo.push(step),
    end: async (): Promise<void> => {
      for (const step of undo.splice(0)) await step();
    },
  };
};

/** Waits until the services have no statement in progress. */
export const untilIdle = (client: pg.Client): Promise<number> => {
  const busy = "pg_stat_activity where application_name like 'event-platform%' and state <> 'idle'";
  return until('idle connections', async () => (await countOf(client, busy)) === 0);
};

/** The notices of a cancellation. */
export const countCancelled = (client: pg.Client, event: string): Promise<number> =>
  countOf(client, 'notice n join notice_content c on c.id = n.content_id where c.key = $1', [
    `cancelled ${event}`,
  ]);

/** The URL of one replica after another. */
export const inTurn = (replicas: () => readonly Replica[]): (() => string) => {
  let turn = 0;
  return () => {
    const all = replicas();
    turn += 1;
    return all[turn % all.length]?.url ?? '';
  };
};

export interface Conclusion {
  readonly what: string;
  readonly load: Load;
  readonly checks: Checklist;
  /** End with the load. */
  readonly services: readonly ReplicaProcess[];
  readonly recoveryMs?: number | null;
  /** How many connections may break; none unless told. */
  readonly mayBreak?: number;
  /** The longest response time. */
  readonly withinMs?: number;
}

/** Ends the load and compares the responses with the database. */
export const conclude = async (
  world: Pick<World, 'connect'>,
  { what, load, checks, services, recoveryMs = null, mayBreak = 0, withinMs = responseWithinMs }: Conclusion,
): Promise<Finding> => {
  await load.stop();
  await Promise.all(services.map((service) => stopWell(service, checks)));
  const client = await world.connect();
  try {
    // Statements of closed clients may still run.
    await untilIdle(client);
    const { lostWrites, wrongCounts, details } = await load.ledger.compare(client);
    const { counters } = load;
    checks.holds(
      counters.unexpected.length === 0,
      `unexpected responses: ${[...new Set(counters.unexpected)].slice(0, 3).join('; ')}`,
    );
    checks.holds(counters.disconnected <= mayBreak, `${counters.disconnected} requests without a response`);
    checks.holds(
      counters.slowestMs < withinMs + clientDelayMs,
      `a response took ${Math.round(counters.slowestMs)} ms`,
    );
    const faults = [...checks.faults, ...details.slice(0, 5)];
    return { what, counters, lostWrites, wrongCounts, recoveryMs, faults, notes: checks.notes };
  } finally {
    await client.end();
  }
};

/** A health check: its status, and its duration in milliseconds; status 0 without a response. */
export const health = async (url: string, which: 'live' | 'ready') => {
  const began = performance.now();
  const status = await fetch(`${url}/health/${which}`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.status,
    () => 0,
  );
  return { status, ms: performance.now() - began };
};

/** Watches the connections of the services; the returned function stops and resolves to the maximum. */
export const watchConnections = async (world: Pick<World, 'connect'>) => {
  const client = await world.connect();
  let maximum = 0;
  let isOver = false;
  const watchPromise = (async () => {
    while (!isOver) {
      const held = await countOf(client, "pg_stat_activity where application_name like 'event-platform%'");
      maximum = Math.max(maximum, held);
      await delay(20);
    }
  })();
  return async (): Promise<number> => {
    isOver = true;
    await watchPromise;
    await client.end();
    return maximum;
  };
};

/** The maximum of one process: its pool, and that of bulk work. */
export const connectionsOfOneProcess = 8 + 2;
