import { setTimeout as delay } from 'node:timers/promises';
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

export interface Conclusion {
  readonly what: string;
  readonly load: Load;
  readonly checks: Checklist;
  readonly recoveryMs?: number | null;
  /** How many connections may break; none unless told. */
  readonly mayBreak?: number;
  /** The longest response time. */
  readonly withinMs?: number;
}

/** Ends the load and compares the responses with the database. */
export const conclude = async (
  world: Pick<World, 'connect'>,
  { what, load, checks, recoveryMs = null, mayBreak = 0, withinMs = responseWithinMs }: Conclusion,
): Promise<Finding> => {
  await load.stop();
  const client = await world.connect();
  try {
    await settled(client);
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
    return {
      what,
      counters,
      lostWrites,
      wrongCounts,
      recoveryMs,
      faults: [...checks.faults, ...details.slice(0, 5)],
      notes: checks.notes,
    };
  } finally {
    await client.end();
  }
};

/** Waits for statements of closed clients, which may still run. */
const settled = async (client: Awaited<ReturnType<World['connect']>>): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ busy: number }>(
      "select count(*)::int as busy from pg_stat_activity where application_name = 'event-platform' and state <> 'idle'",
    );
    if (rows[0]?.busy === 0) return;
    await delay(100);
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
      const { rows } = await client.query<{ held: number }>(
        "select count(*)::int as held from pg_stat_activity where application_name like 'event-platform%'",
      );
      maximum = Math.max(maximum, rows[0]?.held ?? 0);
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
