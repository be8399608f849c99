import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { DomainError } from '@event-platform/domain';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';
import { refusalOf } from '../problems/handle-error.ts';
import { loggedError } from '../problems/logged-error.ts';
import { refuseCall } from '../problems/refused-request.ts';
import { type Timeouts, timeouts as usualTimeouts } from '../server-options.ts';
import { boundWaiting, maxPipelined, onClosed, queuePipelines, reset } from './connections.ts';
import { boundLongBodies, createPlaces, hasBody, overload } from './places.ts';
import { type Body, boundResponses, compressed } from './responses.ts';
import { createTurns } from './turns.ts';

/** The options of {@link edge}. */
export interface EdgeOptions {
  readonly settings: {
    readonly maxConcurrentRequests: number;
    readonly trustProxy: readonly string[];
  };
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Whether the service is about to close. */
  readonly isDraining: () => boolean;
}

class Overloaded extends DomainError {
  constructor() {
    super(overload, { cause: 'the event loop is more than a second late' });
  }
}

/**
 * Refuses requests once the event loop delay averaged a second over five: every response is late then. One long
 * pause, such as a slow start on a busy machine, is not an overload.
 */
export const loadShedding = {
  maxEventLoopDelay: 1_000,
  sampleInterval: 5_000,
  customError: Overloaded,
};

/** Far more than a replica serves at once, and fewer than the file descriptors a process may hold. */
const maxConnections = 10_000;

/**
 * How long closing waits, in milliseconds: for requests that are still arriving on a connection that looks idle, and for
 * those in flight.
 */
const closing = { lateRequestsMs: 1_000, requestsInFlightMs: 5_000, checkMs: 50 };

const retryAfterSeconds = 5;

const safeMethods: ReadonlySet<unknown> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A form sends its fields alone where no file was chosen. */
const sendsFile = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.takesPicture === true &&
  !headers['content-type']?.startsWith('application/x-www-form-urlencoded');

const costOf = ({ config, method }: RouteOptions) =>
  config?.cost ?? (safeMethods.has([method].flat()[0]) ? 'read' : 'write');

/**
 * A use case that fails after the response of the timeout. Fastify would log it as an error, with its message; only a
 * fault of the software is one.
 */
export const ignoreLate = (request: FastifyRequest, reply: FastifyReply) => (error: unknown) => {
  if (!reply.sent) throw error;
  const isFault = refusalOf(error instanceof Error ? error : {}) === null;
  if (isFault) request.log.error({ error: loggedError(error) }, 'unexpected error');
};

/** What a use case sends once the response of the timeout is out. Fastify would warn of it, with the address and all that it holds. */
const dropLaterSends = (reply: FastifyReply): void => {
  reply.send = () => reply;
};

/**
 * Bounds what one client may cost the others, in the order of a request: connections that send nothing, requests of one
 * connection, requests in flight, long bodies, turns, the time until the response, the bytes that nobody takes. Each bound
 * stands in a file of this folder; here are their hooks. ADR 0054.
 */
export const edge = fp(async (app: App, { settings, timeouts, isDraining }: EdgeOptions) => {
  const { handler: handlerTimeout, request: requestTimeout } = { ...usualTimeouts, ...timeouts };
  app.server.maxConnections = maxConnections;
  const tooManyOfConnection = queuePipelines(app.server);
  const connections = boundWaiting(app.server, settings.trustProxy);
  const places = createPlaces(settings.maxConcurrentRequests);
  const takeLongBody = boundLongBodies();
  const { unsent, send } = boundResponses();
  const turns = createTurns({ ...settings, places, unsent });
  let closeTimer: NodeJS.Timeout | undefined;

  app.decorateRequest('hasPlace', false);
  app.decorateRequest('endWork', null);
  app.decorate('requestsInFlight', places.requestsInFlight);
  app.decorate('shareList', turns.share);
  await app.register(fastifyUnderPressure, loadShedding);

  // Fastify's own option makes an abort signal for each request, and stops once the body of the request has been read
  // (Node then reports the request as closed), so that it never ends a use case that reads a body.
  const limitTime = (reply: FastifyReply, timeoutMs: number): void => {
    const timer = setTimeout(() => {
      if (reply.sent) return;
      if (reply.raw.headersSent) return reset(reply.request.raw.socket);
      const seconds = `${timeoutMs / 1_000} s`;
      const cause = reply.request.endWork
        ? `the work was not done within ${seconds}`
        : `the request waited ${seconds} for its turn or for a dependency`;
      reply.send(new DomainError({ code: 'unavailable', retryAfterSeconds }, { cause }));
      if (reply.sent) dropLaterSends(reply);
      else reply.raw.once('finish', () => dropLaterSends(reply));
    }, timeoutMs);
    onClosed(reply.raw, () => clearTimeout(timer));
  };

  // The server's own limit is that of the longest uploads.
  const limitBody = ({ raw }: FastifyRequest): void => {
    // Only what comes over a network arrives slowly; an injected request that nobody reads never closes.
    const { socket } = raw;
    if (!(socket instanceof Socket)) return;
    const timer = setTimeout(() => {
      const error = Object.assign(new Error('the body did not arrive in time'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      if (!raw.complete) app.server.emit('clientError', error, socket);
    }, requestTimeout).unref();
    raw.once('close', () => clearTimeout(timer));
  };

  app.addHook('onRoute', (route) => {
    const { handler, config } = route;
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      return result instanceof Promise ? result.catch(ignoreLate(request, reply)) : result;
    };
    if (config && 'pressureHandler' in config) return;
    const cost = costOf(route);
    const enter = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
      // The route of HEAD has the hooks of GET beside its own.
      const turn = request.endWork
        ? undefined
        : turns.begin(request, typeof cost === 'string' ? cost : cost(request));
      if (turn) turn.then(() => done(), done);
      else done();
    };
    // Once the caller is authenticated and the body is there, so that a slow sender holds nothing.
    route.preValidation = [enter, route.preValidation ?? []].flat();
  });

  app.addHook('onRequest', (request, reply, done) => {
    limitTime(reply, request.routeOptions.config.handlerTimeout ?? handlerTimeout);
    const { raw } = request;
    if (hasBody(request)) {
      connections.wait(raw.socket);
      if (!sendsFile(request)) limitBody(request);
    } else connections.settle(raw.socket);
    if (tooManyOfConnection.has(raw)) {
      reply.header('connection', 'close');
      throw refuseCall(
        'caller-slots',
        `More than ${maxPipelined} requests of this connection are in flight.`,
        maxPipelined,
        1_000,
      );
    }
    if (hasBody(request)) places.expect(request, reply);
    else places.begin(request, reply);
    takeLongBody(request, reply);
    done();
  });

  app.addHook('preValidation', (request, reply, done) => {
    if (hasBody(request)) {
      connections.settle(request.raw.socket);
      places.begin(request, reply);
    }
    done();
  });

  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (closeTimer || isDraining()) reply.header('connection', 'close');
    const sendBody = (body: Body): void => {
      places.leave(request);
      send(request, reply, body, done);
    };
    const endWork = () => request.endWork?.(payload);
    // A download is read while it is sent.
    if (payload instanceof Readable && request.routeOptions.config.cost === 'download' && !reply.raw.closed) {
      onClosed(reply.raw, endWork);
      sendBody(payload);
      return;
    }
    // Compressing is work as well: what waits for it holds its text.
    const body = compressed(request, reply, payload as Body);
    if (body instanceof Promise) body.finally(endWork).then(sendBody, done);
    else {
      endWork();
      sendBody(body);
    }
  });

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // A response may be sent before the body: the connection waits for the rest of it all the same.
    if (raw.complete) connections.settle(raw.socket);
    else raw.once('end', () => connections.settle(raw.socket));
    done();
  });

  // `app.close()` closes the remaining connections once no request is in flight, and at the latest after the timeout.
  app.addHook('preClose', async () => {
    const startedAt = performance.now();
    closeTimer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      const isIdle = places.requestsInFlight() === 0;
      if (elapsed > closing.requestsInFlightMs || (elapsed > closing.lateRequestsMs && isIdle))
        app.server.closeAllConnections();
    }, closing.checkMs);
  });
  app.addHook('onClose', async () => {
    clearInterval(closeTimer);
    connections.end();
  });
});
