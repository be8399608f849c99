import { setTimeout as delay } from 'node:timers/promises';
import { newConcert } from '../../packages/service/test/support/replica.ts';
import { Ledger, type Rsvp } from './ledger.ts';
import { openRequests, type Person, type Requests } from './requests.ts';

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
  /** The pause of a client after a request that failed; none by default. */
  readonly retryMs?: number;
}

/** Requests that continue until `stop`. */
export interface Load extends Requests {
  readonly ledger: Ledger;
  readonly growing: readonly string[];
  readonly changing: readonly string[];
  /** Stops sending and waits for the requests in flight. */
  stop(): Promise<void>;
}

const usualReads = ['/v1/events?limit=10', '/v1/auth/me'];

export const startLoad = (options: LoadOptions): Load => {
  const { target, people, growing, changing, clients = 24, pauseMs = 40, retryMs = 0 } = options;
  const { reads = usualReads } = options;
  const ledger = new Ledger();
  const requests = openRequests(target);
  const { send } = requests;
  const free = [...people];
  const visitedCounts = new Map<string, number>();
  let isOver = false;

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
    const next = visitedCounts.get(person.id) ?? 0;
    const event = growing[next];
    if (dice < 0.55 && event) {
      visitedCounts.set(person.id, next + 1);
      return grow(person, event);
    }
    if (dice < 0.85) return change(person);
    if (dice < 0.9) {
      const created = await send(person, 'POST', '/v1/events', newConcert());
      if (created) ledger.created(created.id);
      return;
    }
    await send(person, 'GET', reads[Math.floor(Math.random() * reads.length)] as string);
  };

  const client = async () => {
    while (!isOver) {
      const person = free.shift();
      if (person) {
        const { succeeded } = requests.counters;
        await act(person);
        free.push(person);
        if (requests.counters.succeeded === succeeded) await delay(retryMs);
      }
      await delay(pauseMs * (0.5 + Math.random()));
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    ...requests,
    ledger,
    growing,
    changing,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};
