import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { DomainError, type Problem } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientBlockOf } from '../input/client-network.ts';
import { refuseCall } from '../problems/refused-request.ts';
import { bodyLimits } from '../server-options.ts';
import { onClosed } from './connections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The requests whose responses are not sent, those that wait for their authentication included. */
    requestsInFlight(): number;
    /**
     * Does work that many requests of a route wait for, under a name of its own. It takes one place of the lists' lane,
     * where each of them would take one; the route costs a `read`.
     */
    shareList<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  }
  interface FastifyRequest {
    /** Whether it takes one of the places of `maxConcurrentRequests`. */
    hasPlace: boolean;
  }
}

/** The problem of a request that is refused, before any work, because the process is overloaded. */
export const overload: Problem = { code: 'unavailable', retryAfterSeconds: 10 };

/** Amounts by client; one that has none takes no memory. */
export class Tally {
  total = 0;
  readonly #amounts = new Map<string, number>();

  of(client: string): number {
    return this.#amounts.get(client) ?? 0;
  }

  add(client: string, change: number): void {
    this.total += change;
    const amount = this.of(client) + change;
    if (amount === 0) this.#amounts.delete(client);
    else this.#amounts.set(client, amount);
  }
}

/** Whether a body follows the headers (RFC 9112 section 6.3). */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Requests of one address while more than half of the places are taken, at least. */
const minShare = 64;

/**
 * The places of requests that are worked on. A request takes one from when its body is there until its response is made
 * or its connection closed, so that slow senders and readers take none of others. Those beyond `maxConcurrentRequests` get
 * 503 at once: a growing queue only delays every response. Once half of the places are taken, one address gets a sixteenth
 * of them and 429 beyond. Routes with a `pressureHandler`, such as health checks, count too and always get their response.
 */
export const createPlaces = (maxConcurrentRequests: number) => {
  const taken = new Tally();
  const shareOfClient = Math.max(minShare, Math.floor(maxConcurrentRequests / 16));
  let inFlight = 0;
  /** With a body, before it is read: its headers are handled first, which may wait for the database. */
  const beforeBody = new Set<IncomingMessage>();

  const take = (request: FastifyRequest): void => {
    request.hasPlace = true;
    taken.add(clientBlockOf(request), 1);
  };
  const leave = (request: FastifyRequest): void => {
    if (!request.hasPlace) return;
    request.hasPlace = false;
    taken.add(clientBlockOf(request), -1);
  };
  const refuseBeyond = (count: number, request: FastifyRequest): void => {
    if (count <= maxConcurrentRequests / 2 || 'pressureHandler' in request.routeOptions.config) return;
    if (count > maxConcurrentRequests)
      throw new DomainError(overload, { cause: 'more requests are in flight than MAX_REQUESTS allows' });
    if (taken.of(clientBlockOf(request)) > shareOfClient)
      throw refuseCall(
        'caller-slots',
        'Too many requests of this client are in flight.',
        shareOfClient,
        1_000,
      );
  };
  return {
    /** The request waits for others, and takes no place meanwhile; or its response is made. */
    leave,
    /** It goes on. */
    take,
    /** The headers of a request are there, and its body is not. */
    expect: (request: FastifyRequest, reply: FastifyReply): void => {
      beforeBody.add(request.raw);
      onClosed(reply.raw, () => beforeBody.delete(request.raw));
      refuseBeyond(taken.total + 1, request);
    },
    /** The request is there. */
    begin: (request: FastifyRequest, reply: FastifyReply): void => {
      inFlight += 1;
      take(request);
      const end = () => {
        inFlight -= 1;
        leave(request);
      };
      // While the body was awaited the connection may have closed, which 'close' would not tell any more.
      if (beforeBody.delete(request.raw)) finished(reply.raw, end);
      else onClosed(reply.raw, end);
      refuseBeyond(taken.total, request);
    },
    /** The requests whose responses are not sent, those that wait for their authentication included. */
    requestsInFlight: (): number => {
      let arrived = inFlight;
      for (const { complete } of beforeBody) if (complete) arrived += 1;
      return arrived;
    },
  };
};

/** Long bodies of one client in memory at once, each of the longest that any route takes. */
const maxBodies = 2;

/** What the body of a request will hold, in bytes; 0 for a usual one and for one that is refused unread. */
const longBodyOf = ({ headers, routeOptions }: FastifyRequest): number => {
  const limit = routeOptions.bodyLimit ?? bodyLimits.usual;
  if (limit <= bodyLimits.usual) return 0;
  const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limit;
  return bytes > bodyLimits.usual && bytes <= limit ? bytes : 0;
};

/**
 * Bounds the long bodies of one client that are in memory: from before they are read until the response is sent or
 * the connection closed. A first one is always read; beyond two of the longest it is 429, unread, and the connection is
 * closed, so that the rest of it is not received for nothing.
 */
export const boundLongBodies = () => {
  const held = new Tally();
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const bytes = longBodyOf(request);
    if (bytes === 0) return;
    const client = clientBlockOf(request);
    const ofClient = held.of(client);
    if (ofClient > 0 && ofClient + bytes > maxBodies * bodyLimits.invites) {
      reply.header('connection', 'close');
      const detail = 'Too many long bodies of this client are being received.';
      throw refuseCall('caller-slots', detail, maxBodies, 1_000);
    }
    held.add(client, bytes);
    onClosed(reply.raw, () => held.add(client, -bytes));
  };
};

export type Places = ReturnType<typeof createPlaces>;
