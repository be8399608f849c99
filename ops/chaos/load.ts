import { setTimeout as delay } from 'node:timers/promises';
import { Ledger, type Rsvp } from './ledger.ts';

/** A signed-in caller. */
export interface Person {
  readonly id: string;
  readonly token: string;
}

/** Counts of the requests by outcome. */
export interface Tally {
  sent: number;
  /** Status 2xx. */
  succeeded: number;
  /** Status 503 as a problem with `Retry-After`. */
  unavailable: number;
  /** Connections that broke before the response. */
  disconnected: number;
  /** Requests never sent: no process listened on the port. */
  notConnected: number;
  /** All other responses. */
  readonly unexpected: string[];
  /** The longest response time, in milliseconds. */
  slowestMs: number;
}

export interface LoadOptions {
  /** Called before each request: the base URL to send it to. */
  readonly target: () => string;
  readonly people: readonly Person[];
  /** Events to which each person responds once, one event after another, so that each is hot for a time. */
  readonly growing: readonly string[];
  /** Events with RSVPs that change, and saves. */
  readonly changing: readonly string[];
  /** Requests in flight at most. */
  readonly clients?: number;
  /** Paths that are read at random. */
  readonly reads?: readonly string[];
  /** The pause of a client between two requests, in milliseconds. */
  readonly pauseMs?: number;
}

/** Requests that continue until `stop`. */
export interface Load {
  readonly tally: Tally;
  readonly ledger: Ledger;
  readonly growing: readonly string[];
  readonly changing: readonly string[];
  /** Number of requests in flight. */
  readonly inFlight: () => number;
  /** Milliseconds until the next successful write. */
  untilNextWrite(): Promise<number>;
  /** Stops sending and waits for the requests in flight. */
  stop(): Promise<void>;
}

const giveUpMs = 20_000;
const usualReads = ['/v1/events?limit=10', '/v1/auth/me'];

export const eventBody = (title: string) => {
  const startAt = Date.now() + 86_400_000;
  return {
    title,
    description: 'Created during a fault.',
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + 3_600_000).toISOString(),
    location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.43 },
    category: 'music',
  };
};

const isConnectionRefused = (error: unknown): boolean =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

export const startLoad = (options: LoadOptions): Load => {
  const { target, people, growing, changing, clients = 24, pauseMs = 40, reads = usualReads } = options;
  const ledger = new Ledger();
  const tally: Tally = {
    sent: 0,
    succeeded: 0,
    unavailable: 0,
    disconnected: 0,
    notConnected: 0,
    unexpected: [],
    slowestMs: 0,
  };
  const free = [...people];
  const visited = new Map<string, number>();
  let isOver = false;
  let inFlight = 0;
  let onWrite: (() => void)[] = [];

  /** The parsed body of a success; null for everything else. */
  const send = async (person: Person, method: string, path: string, body?: object) => {
    tally.sent += 1;
    inFlight += 1;
    const began = performance.now();
    try {
      const response = await fetch(`${target()}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${person.token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(giveUpMs),
      });
      const text = await response.text();
      if (response.ok) {
        tally.succeeded += 1;
        if (body) for (const tell of onWrite.splice(0)) tell();
        return JSON.parse(text);
      }
      const isProblem = response.headers.get('content-type') === 'application/problem+json';
      if (response.status === 503 && isProblem && Number(response.headers.get('retry-after')) > 0)
        tally.unavailable += 1;
      else tally.unexpected.push(`${method} ${path} ${response.status} ${text.slice(0, 80)}`);
    } catch (error) {
      if (error instanceof DOMException) tally.unexpected.push(`${method} ${path}: no response`);
      else if (isConnectionRefused(error)) tally.notConnected += 1;
      else tally.disconnected += 1;
    } finally {
      inFlight -= 1;
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began);
    }
    return null;
  };

  const grow = async (person: Person, event: string) => {
    const status = Math.random() < 0.5 ? 'going' : 'interested';
    const response = await send(person, 'POST', `/v1/events/${event}/rsvp`, { status });
    ledger.rsvp(event, person.id, status, response !== null);
    if (response) ledger.count(event, response.rsvpCount);
  };

  const change = async (person: Person) => {
    const event = changing[Math.floor(Math.random() * changing.length)] as string;
    if (!ledger.isCertain(event, person.id)) return;
    if (Math.random() < 0.5) {
      const saved = Math.random() < 0.7;
      const response = await send(person, 'POST', `/v1/events/${event}/save`, { saved });
      return ledger.save(event, person.id, saved, response !== null);
    }
    const status = ([null, 'going', 'interested'] as const)[Math.floor(Math.random() * 3)] as Rsvp;
    const response = await send(person, 'POST', `/v1/events/${event}/rsvp`, { status });
    ledger.rsvp(event, person.id, status, response !== null);
  };

  const act = async (person: Person) => {
    const dice = Math.random();
    const next = visited.get(person.id) ?? 0;
    const event = growing[next];
    if (dice < 0.55 && event) {
      visited.set(person.id, next + 1);
      return grow(person, event);
    }
    if (dice < 0.85) return change(person);
    if (dice < 0.9) {
      const created = await send(person, 'POST', '/v1/events', eventBody('Made under load'));
      if (created) ledger.created(created.id);
      return;
    }
    await send(person, 'GET', reads[Math.floor(Math.random() * reads.length)] as string);
  };

  const client = async () => {
    while (!isOver) {
      const person = free.shift();
      if (person) {
        await act(person);
        free.push(person);
      }
      await delay(pauseMs * (0.5 + Math.random()));
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    tally,
    ledger,
    growing,
    changing,
    inFlight: () => inFlight,
    untilNextWrite: () => {
      const began = performance.now();
      return new Promise((resolve) => {
        onWrite.push(() => resolve(performance.now() - began));
      });
    },
    stop: async () => {
      isOver = true;
      await running;
      onWrite = [];
    },
  };
};
