import { DomainError, type Problem } from '@event-platform/domain';
import fastifyUnderPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';

/** The problem of a request that is refused, before any work, because the process is overloaded. */
export const overload: Problem = { code: 'unavailable', retryAfterSeconds: 10 };

class Overloaded extends DomainError {
  constructor() {
    super(overload);
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

/** Bounds the connections, and responds 503 while the event loop is late. */
export const overloadProtection = fp(async (app: App) => {
  app.server.maxConnections = maxConnections;
  await app.register(fastifyUnderPressure, loadShedding);
});
