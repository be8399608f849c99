import { DomainError } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { refuseCall } from '../../problems/refused-request.ts';
import { clientBlockOf, clientKeyOf } from '../clients/client-key.ts';
import { type Cost, createFairQueue, type Release, unitsOfClient } from './fair-queue.ts';
import { overload } from './overload-protection.ts';
import { type CostClass, requestCosts } from './request-costs.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route asks of the process; `read` by default, and `write` for unsafe methods. */
    cost?: CostClass | ((request: FastifyRequest) => CostClass);
  }
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

const safeMethods: ReadonlySet<unknown> = new Set(['GET', 'HEAD', 'OPTIONS']);

const tooMany = (): Error =>
  refuseCall('caller-slots', 'Too many requests of this client are being worked on.', unitsOfClient, 1_000);

/** The options of {@link requestQueue}. */
export interface RequestQueueOptions {
  readonly maxConcurrentRequests: number;
  readonly unsent: UnsentBytes;
}

/**
 * Runs the requests of later routes in an order that is fair between clients, an account or else a network:
 * each holds units of its client by the cost of its route, and those who may take long share lanes. Others
 * wait, and are refused with 429 when that takes too long, or with 503 where it is not their client's doing.
 * A client that has not read its responses waits as well. Health checks never wait. ADR 0054.
 */
export const requestQueue = fp(
  async (app: App, { maxConcurrentRequests, unsent }: RequestQueueOptions) => {
    const queue = createFairQueue();
    const costs = requestCosts();
    const waiting = new Map<string, number>();
    let allWaiting = 0;
    const countWaiting = (key: string, change: 1 | -1): void => {
      const ofClient = (waiting.get(key) ?? 0) + change;
      allWaiting += change;
      if (ofClient === 0) waiting.delete(key);
      else waiting.set(key, ofClient);
    };

    const costOf = (costClass: CostClass, request: FastifyRequest, key: string): Cost =>
      costs.of(request.caller ? 'account' : 'network', key, costClass);

    const run = (
      request: FastifyRequest,
      key: string,
      costClass: CostClass,
      cost: Cost,
      release: Release,
    ) => {
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

    /** Until the request may run. */
    const wait = async (request: FastifyRequest, key: string, costClass: CostClass): Promise<void> => {
      // With the token of an ended session, requests must not wait before those of its user.
      if (request.sessionCheck) await request.sessionCheck;
      if (!(await unsent.waitForRoom(clientBlockOf(request)))) throw tooMany();
      const cost = costOf(costClass, request, key);
      const outcome = await queue.wait(key, cost);
      if (outcome === 'client') throw tooMany();
      if (outcome === 'others') throw new DomainError(overload);
      // Others of its client were made meanwhile, and are not read.
      if (request.raw.socket.destroyed || !unsent.hasRoom(clientBlockOf(request))) {
        outcome(0);
        throw tooMany();
      }
      run(request, key, costClass, cost, outcome);
    };
    const waitOutside = async (request: FastifyRequest, key: string, costClass: CostClass): Promise<void> => {
      const most = allWaiting < maxConcurrentRequests ? maxWaiting.usual : maxWaiting.busy;
      if ((waiting.get(key) ?? 0) >= most) throw tooMany();
      countWaiting(key, 1);
      app.pauseRequest(request);
      try {
        await wait(request, key, costClass);
      } finally {
        countWaiting(key, -1);
        app.resumeRequest(request);
      }
    };

    app.decorateRequest('endWork', null);
    app.addHook('onRoute', (route) => {
      const { config } = route;
      if (config && 'pressureHandler' in config) return;
      const cost = config?.cost ?? (safeMethods.has([route.method].flat()[0]) ? 'read' : 'write');
      const enter = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
        // The route of HEAD has the hooks of GET beside its own.
        if (request.endWork) {
          done();
          return;
        }
        const key = clientKeyOf(request);
        const costClass = typeof cost === 'string' ? cost : cost(request);
        const ofRequest = costOf(costClass, request, key);
        const hasRoom = unsent.total === 0 || unsent.hasRoom(clientBlockOf(request));
        const release = hasRoom ? queue.begin(key, ofRequest) : null;
        if (!release) {
          waitOutside(request, key, costClass).then(() => done(), done);
          return;
        }
        run(request, key, costClass, ofRequest, release);
        done();
      };
      // Once the caller is authenticated and the body is there, so that a slow sender holds nothing.
      route.preValidation = [enter, route.preValidation ?? []].flat();
    });
  },
  { name: 'request-queue', dependencies: ['concurrent-requests'] },
);
