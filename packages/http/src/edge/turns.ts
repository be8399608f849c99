import { DomainError } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { clientBlockOf, clientKeyOf } from '../input/client-network.ts';
import { refuseCall } from '../problems/refused-request.ts';
import { type Cost, createFairQueue, type Release, unitsOfClient } from './fair-queue.ts';
import { overload, type Places, Tally } from './places.ts';
import { type CostClass, requestCosts } from './request-costs.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the work of this request, whose response is this payload; null while it does not run. */
    endWork: ((payload: unknown) => void) | null;
  }
}

/** What all units of one client send together; the bytes of a usual page are free. */
const rate = { freeBytes: 64_000, bytesPerMs: 8_000 };

/** How long the units of a request rest after it made this. */
const restMsOf = (payload: unknown, { units }: Cost): number => {
  // What is sent as bytes was made before. Counting those of each short text would cost more than it tells.
  if (typeof payload !== 'string' || payload.length * 3 <= rate.freeBytes) return 0;
  const bytes = Math.max(0, Buffer.byteLength(payload) - rate.freeBytes);
  return (bytes * unitsOfClient) / units / rate.bytesPerMs;
};

/** Requests of one client that may wait, and how many while so many wait as a process may work on. */
const maxWaiting = { usual: 512, busy: 16 };

const tooMany = (): Error =>
  refuseCall('caller-slots', 'Too many requests of this client are being worked on.', unitsOfClient, 1_000);

/** The options of {@link createTurns}. */
export interface TurnsOptions {
  readonly maxConcurrentRequests: number;
  readonly places: Places;
  readonly unsent: UnsentBytes;
}

/**
 * Runs requests in an order that is fair between clients, an account or else a network: each holds units of its client by
 * the cost of its route, and those who may take long share lanes. Others wait, and are refused with 429 when that takes too
 * long, or with 503 where it is not their client's doing. A client that has not read its responses waits as well. ADR 0054.
 */
export const createTurns = ({ maxConcurrentRequests, places, unsent }: TurnsOptions) => {
  const queue = createFairQueue();
  const costs = requestCosts();
  const waiting = new Tally();

  const run = (request: FastifyRequest, costClass: CostClass, cost: Cost, release: Release) => {
    const key = clientKeyOf(request);
    const beganAt = costClass === 'list' ? performance.now() : 0;
    // Not when the connection closes: the work goes on, and a client who hangs up at once would have no
    // bound.
    request.endWork = (payload) => {
      request.endWork = null;
      if (costClass === 'list')
        costs.note(key, performance.now() - beganAt, typeof payload === 'string' ? payload.length : 0);
      release(restMsOf(payload, cost));
    };
  };
  const costOf = (request: FastifyRequest, costClass: CostClass): Cost =>
    costs.of(request.caller ? 'account' : 'network', clientKeyOf(request), costClass);

  const turnOf = async (key: string, cost: Cost): Promise<Release> => {
    const outcome = await queue.wait(key, cost);
    if (outcome === 'client') throw tooMany();
    if (outcome === 'others')
      throw new DomainError(overload, { cause: 'the request waited too long for those of other clients' });
    return outcome;
  };

  const wait = async (request: FastifyRequest, costClass: CostClass): Promise<void> => {
    const client = clientBlockOf(request);
    if (!(await unsent.waitForRoom(client))) throw tooMany();
    const cost = costOf(request, costClass);
    const release = await turnOf(clientKeyOf(request), cost);
    // Others of its client were made meanwhile, and are not read.
    if (request.raw.socket.destroyed || !unsent.hasRoom(client)) {
      release(0);
      throw tooMany();
    }
    run(request, costClass, cost, release);
  };

  const waitOutside = async (request: FastifyRequest, costClass: CostClass): Promise<void> => {
    const key = clientKeyOf(request);
    const most = waiting.total < maxConcurrentRequests ? maxWaiting.usual : maxWaiting.busy;
    if (waiting.of(key) >= most) throw tooMany();
    waiting.add(key, 1);
    places.leave(request);
    try {
      await wait(request, costClass);
    } finally {
      waiting.add(key, -1);
      places.take(request);
    }
  };

  return {
    /** Begins a request now, or returns a promise of its turn. */
    begin: (request: FastifyRequest, costClass: CostClass): Promise<void> | undefined => {
      const cost = costOf(request, costClass);
      const hasRoom = unsent.total === 0 || unsent.hasRoom(clientBlockOf(request));
      const release = hasRoom ? queue.begin(clientKeyOf(request), cost) : null;
      if (!release) return waitOutside(request, costClass);
      run(request, costClass, cost, release);
      return undefined;
    },
    /** Runs work that many requests wait for as one list of nobody's: it takes one place of the lists' lane. */
    share: async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const release = await turnOf(name, costs.shared);
      try {
        return await work();
      } finally {
        release(0);
      }
    },
  };
};
