import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Ledger } from './ledger.ts';

/** Somebody signed in. */
export interface Person {
  readonly id: string;
  readonly token: string;
}

/** What came of the requests. */
export interface Tally {
  sent: number;
  /** With success. */
  answered: number;
  unavailable: number;
  /** Connections that broke before an answer. */
  broken: number;
  /** Requests that were never sent: nobody listened. */
  refused: number;
  /** Any other status, or a 503 that is no problem with `Retry-After`. */
  readonly strange: string[];
  /** The longest wait for an answer of any kind, in milliseconds. */
  slowestMs: number;
}

export interface LoadOptions {
  /** Asked before each request: where to send it. */
  readonly target: () => string;
  readonly people: readonly Person[];
  /** Events that people answer once each, one event after the other: each is hot in its turn. */
  readonly growing: readonly string[];
  /** Events that people answer, change their minds about, and save. */
  readonly changing: readonly string[];
  /** Requests in flight at most. */
  readonly clients?: number;
  /** The pause of a client between two requests, in milliseconds. */
  readonly pauseMs?: number;
}

/** Requests that go on until they are stopped. */
export interface Load {
  readonly tally: Tally;
  readonly ledger: Ledger;
  readonly growing: readonly string[];
  readonly changing: readonly string[];
  /** How many requests wait for their answers now. */
  readonly inFlight: () => number;
  /** Milliseconds from now to the next write that is answered with success. */
  untilNextWrite(): Promise<number>;
  /** Sends no more and waits for what is under way. */
  stop(): Promise<void>;
}

const giveUpMs = 20_000;

export const eventBody = (title: string) => {
  const startAt = Date.now() + 86_400_000;
  return {
    title,
    description: 'Somebody breaks things meanwhile.',
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + 3_600_000).toISOString(),
    location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.43 },
    category: 'music',
  };
};

const isRefusal = (error: unknown): boolean =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

export const startLoad = (options: LoadOptions): Load => {
  const { target, people, growing, changing, clients = 24, pauseMs = 40 } = options;
  const ledger = new Ledger();
  const tally: Tally = {
    sent: 0,
    answered: 0,
    unavailable: 0,
    broken: 0,
    refused: 0,
    strange: [],
    slowestMs: 0,
  };
  const free = [...people];
  const visited = new Map<string, number>();
  let isOver = false;
  let inFlight = 0;
  let onWrite: (() => void)[] = [];

  /** The parsed answer of a success; null for everything else. */
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
        tally.answered += 1;
        if (body) for (const tell of onWrite.splice(0)) tell();
        return JSON.parse(text);
      }
      const isProblem = response.headers.get('content-type') === 'application/problem+json';
      if (response.status === 503 && isProblem && Number(response.headers.get('retry-after')) > 0)
        tally.unavailable += 1;
      else tally.strange.push(`${method} ${path} ${response.status} ${text.slice(0, 80)}`);
    } catch (error) {
      if (error instanceof DOMException) tally.strange.push(`${method} ${path}: no answer`);
      else if (isRefusal(error)) tally.refused += 1;
      else tally.broken += 1;
    } finally {
      inFlight -= 1;
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began);
    }
    return null;
  };

  const grow = async (person: Person, event: string) => {
    const answer = Math.random() < 0.5 ? 'going' : 'interested';
    const answered = await send(person, 'POST', `/v1/events/${event}/rsvp`, { status: answer });
    ledger.rsvp(event, person.id, answer, answered !== null);
    if (answered) ledger.count(event, answered.rsvpCount);
  };

  const change = async (person: Person) => {
    const event = changing[Math.floor(Math.random() * changing.length)] as string;
    if (!ledger.isCertain(event, person.id)) return;
    if (Math.random() < 0.5) {
      const saved = Math.random() < 0.7;
      const answered = await send(person, 'POST', `/v1/events/${event}/save`, { saved });
      return ledger.save(event, person.id, saved, answered !== null);
    }
    const answer = ([null, 'going', 'interested'] as const)[Math.floor(Math.random() * 3)] as Answer;
    const answered = await send(person, 'POST', `/v1/events/${event}/rsvp`, { status: answer });
    ledger.rsvp(event, person.id, answer, answered !== null);
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
    await send(person, 'GET', dice < 0.95 ? '/v1/events?limit=10' : '/v1/auth/me');
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
