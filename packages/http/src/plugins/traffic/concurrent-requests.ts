import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { DomainError } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { hasBody } from '../../input/has-body.ts';
import { refuseCall } from '../../problems/refused-request.ts';
import { clientBlockOf } from '../clients/client-key.ts';
import { overload } from './overload-protection.ts';
import { onClosed } from './response-closed.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The requests whose responses are not sent, those that wait for their authentication included. */
    requestsInFlight(): number;
    /** The request waits for others, and takes no place meanwhile. */
    pauseRequest(request: FastifyRequest): void;
    resumeRequest(request: FastifyRequest): void;
    /** The response is made: sending it takes no place. */
    endRequest(request: FastifyRequest): void;
  }
  interface FastifyRequest {
    /** Whether it takes one of the places of `maxConcurrentRequests`. */
    hasPlace: boolean;
  }
}

/**
 * Requests of one connection in flight. A client that sends many and reads nothing would otherwise hold the
 * places of all others with one connection, or with the 64 of an address that may wait for it
 * (`waitingConnections`).
 */
const maxPipelined = 8;

/**
 * Hands the requests of each connection to Fastify one after another, as their responses are sent: one that waits for its
 * turn holds a tenth of what it would with its reply. One chunk may hold a thousand: returns the requests that are the first
 * one too many of their connection; those after them are dropped, since the response closes the connection (RFC 9112
 * section 9.6).
 */
const queuePipelines = (server: Server): WeakSet<IncomingMessage> => {
  const connections = new WeakMap<
    Socket,
    { waiting: (() => void)[]; inFlight: number; isRefused: boolean }
  >();
  const tooMany = new WeakSet<IncomingMessage>();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? { waiting: [], inFlight: 0, isRefused: false };
    connections.set(socket, connection);
    if (connection.isRefused) return;
    if (connection.inFlight >= maxPipelined) {
      connection.isRefused = true;
      tooMany.add(request);
    }
    const begin = () => {
      for (const listener of listeners) listener(request, response);
    };
    connection.inFlight += 1;
    onClosed(response, () => {
      connection.inFlight -= 1;
      const next = connection.waiting.shift();
      // After a response that closes the connection none is begun.
      if (socket.writable) next?.();
    });
    if (connection.inFlight === 1) begin();
    else connection.waiting.push(begin);
  });
  return tooMany;
};

/** Requests of one address while more than half of the places are taken, at least. */
const minShare = 64;

/** The options of {@link concurrentRequests}. */
export interface ConcurrentRequestsOptions {
  readonly maxConcurrentRequests: number;
}

/**
 * Responds 503 immediately while `maxConcurrentRequests` others are worked on: a growing queue only delays
 * every response. A request takes a place from when its body is there until its response is made or its
 * connection closed, so that slow senders and readers take none of others. Once half of the places are taken,
 * one address gets a sixteenth of them and 429 beyond. Those of one connection take turns, at most 8 until their
 * responses are sent; it is closed after the refusal of a further one. Routes with a `pressureHandler`, such
 * as health checks, count too and always get their response.
 */
export const concurrentRequests = fp(
  async (app: App, { maxConcurrentRequests }: ConcurrentRequestsOptions) => {
    let inFlight = 0;
    let places = 0;
    const placesOf = new Map<string, number>();
    const shareOfClient = Math.max(minShare, Math.floor(maxConcurrentRequests / 16));
    const countPlace = (request: FastifyRequest, change: 1 | -1) => {
      request.hasPlace = change > 0;
      places += change;
      const client = clientBlockOf(request);
      const ofClient = (placesOf.get(client) ?? 0) + change;
      if (ofClient === 0) placesOf.delete(client);
      else placesOf.set(client, ofClient);
    };
    const takePlace = (request: FastifyRequest) => countPlace(request, 1);
    const leavePlace = (request: FastifyRequest) => {
      if (request.hasPlace) countPlace(request, -1);
    };
    app.decorateRequest('hasPlace', false);
    app.decorate('pauseRequest', leavePlace);
    app.decorate('resumeRequest', takePlace);
    app.decorate('endRequest', leavePlace);
    /** With a body, before it is read: its headers are handled first, which may wait for the database. */
    const beforeBody = new Set<IncomingMessage>();
    app.decorate('requestsInFlight', () => {
      let arrived = inFlight;
      for (const { complete } of beforeBody) if (complete) arrived += 1;
      return arrived;
    });
    const refuseBeyond = (count: number, request: FastifyRequest) => {
      if (count <= maxConcurrentRequests / 2 || 'pressureHandler' in request.routeOptions.config) return;
      if (count > maxConcurrentRequests) throw new DomainError(overload);
      if ((placesOf.get(clientBlockOf(request)) ?? 0) > shareOfClient)
        throw refuseCall(
          'caller-slots',
          'Too many requests of this client are in flight.',
          shareOfClient,
          1_000,
        );
    };
    const tooMany = queuePipelines(app.server);
    const count = (request: FastifyRequest, reply: FastifyReply) => {
      inFlight += 1;
      takePlace(request);
      const release = () => {
        inFlight -= 1;
        leavePlace(request);
      };
      // While the body was awaited the connection may have closed, which 'close' would not tell any more.
      if (hasBody(request)) finished(reply.raw, release);
      else onClosed(reply.raw, release);
      refuseBeyond(places, request);
    };
    app.addHook('onRequest', (request, reply, done) => {
      if (tooMany.has(request.raw)) {
        reply.header('connection', 'close');
        throw refuseCall(
          'caller-slots',
          `More than ${maxPipelined} requests of this connection are in flight.`,
          maxPipelined,
          1_000,
        );
      }
      if (!hasBody(request)) count(request, reply);
      else {
        beforeBody.add(request.raw);
        onClosed(reply.raw, () => beforeBody.delete(request.raw));
        refuseBeyond(places + 1, request);
      }
      done();
    });
    app.addHook('preValidation', (request, reply, done) => {
      if (hasBody(request)) {
        beforeBody.delete(request.raw);
        count(request, reply);
      }
      done();
    });
  },
  { name: 'concurrent-requests' },
);
