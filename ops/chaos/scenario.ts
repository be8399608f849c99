import { setTimeout as delay } from 'node:timers/promises';
import type { Load, Tally } from './load.ts';
import type { World } from './world.ts';

/** One way to break things. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  /** Why it cannot run here or in this form; null when it can. */
  readonly obstacle?: (isShort: boolean) => string | null;
  readonly run: (world: World) => Promise<readonly Finding[]>;
}

/** A line of the table. */
export interface Finding {
  readonly what: string;
  readonly tally: Pick<
    Tally,
    'sent' | 'answered' | 'unavailable' | 'slowestMs' | 'broken' | 'refused'
  > | null;
  readonly lostWrites: number;
  readonly wrongCounts: number;
  /** From the end of the fault to the first write that was answered. */
  readonly recoveryMs: number | null;
  /** What must not have happened. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** Promised to every client: an answer, be it a refusal, within this time. */
export const answeredWithinMs = 5_000;
/** A client under load is itself a little late. */
const clientLatenessMs = 400;

/** Collects what must hold. */
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
  /** Whether connections may have broken: only where a process was killed. */
  readonly mayBreak?: boolean;
}

/** Ends the load and compares what was told with what the database holds. */
export const conclude = async (
  world: World,
  { what, load, checks, recoveryMs = null, mayBreak = false }: Conclusion,
): Promise<Finding> => {
  await load.stop();
  const client = await world.connect();
  try {
    await settled(client);
    const { lostWrites, wrongCounts, details } = await load.ledger.compare(client);
    const { tally } = load;
    checks.holds(
      tally.strange.length === 0,
      `strange answers: ${[...new Set(tally.strange)].slice(0, 3).join('; ')}`,
    );
    checks.holds(mayBreak || tally.broken === 0, `${tally.broken} requests without an answer`);
    checks.holds(
      tally.slowestMs < answeredWithinMs + clientLatenessMs,
      `an answer took ${Math.round(tally.slowestMs)} ms`,
    );
    return {
      what,
      tally,
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

/** Statements of clients that are gone may still run; the comparison waits for them. */
const settled = async (client: Awaited<ReturnType<World['connect']>>): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ busy: number }>(
      "select count(*)::int as busy from pg_stat_activity where application_name = 'event-platform' and state <> 'idle'",
    );
    if (rows[0]?.busy === 0) return;
    await delay(100);
  }
};

/** A health check: its status, and how long it took in milliseconds; status 0 without an answer. */
export const health = async (url: string, which: 'live' | 'ready') => {
  const began = performance.now();
  const status = await fetch(`${url}/health/${which}`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.status,
    () => 0,
  );
  return { status, ms: performance.now() - began };
};

/** Watches how many connections the services hold, until `stop` says the most that was seen. */
export const watchConnections = async (world: World) => {
  const client = await world.connect();
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ held: number }>(
        "select count(*)::int as held from pg_stat_activity where application_name like 'event-platform%'",
      );
      most = Math.max(most, rows[0]?.held ?? 0);
      await delay(20);
    }
  })();
  return async (): Promise<number> => {
    isOver = true;
    await watching;
    await client.end();
    return most;
  };
};

/** What one process may hold: its pool, that of bulk work, the mail queue's with its listener. */
export const connectionsOfOneProcess = 8 + 2 + 2 + 1;
