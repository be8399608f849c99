import { DomainError, type Problem, refuseInput } from '@event-platform/domain';
import fastifyCors from '@fastify/cors';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyRequest } from 'fastify';
import type { App, AppSettings } from '../app.ts';
import { securityHeaders } from './security-headers.ts';

/** What a request is told that is turned away unheard because the process is overloaded. */
export const overload: Problem = { code: 'unavailable', retryAfterSeconds: 10 };

class Overloaded extends DomainError {
  constructor() {
    super(overload);
  }
}

/**
 * Turns requests away once the event loop has been a second late on average for five: every answer is late then.
 * One long pause, such as a slow start on a busy machine, is no overload.
 */
export const loadShedding = {
  maxEventLoopDelay: 1_000,
  sampleInterval: 5_000,
  customError: Overloaded,
};

/** Far more than a replica serves at once, and fewer than the files that a process may hold open. */
const mostConnections = 10_000;

/** RFC 9112 section 3.2: without a host, or with two, a proxy may have understood another request than this one. */
const refuseOddHost = ({ raw }: FastifyRequest): void => {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1 || (hosts.length === 0 && raw.httpVersion === '1.1'))
    throw refuseInput({ path: '', message: 'must have one Host header' });
};

/** Security headers, cross-origin rules and load shedding. Answers are not for caches unless their route says so. */
export const protect = async (
  app: App,
  { publicUrl, corsOrigins }: Pick<AppSettings, 'publicUrl' | 'corsOrigins'>,
): Promise<void> => {
  const always = { ...securityHeaders({ publicUrl }), 'cache-control': 'no-store' };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
    refuseOddHost(request);
  });
  app.server.maxConnections = mostConnections;
  // An expectation that is not known may be passed over (RFC 9110 section 10.1.1); Node would refuse without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  if (corsOrigins.length > 0)
    await app.register(fastifyCors, {
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type', 'X-Request-Id'],
      exposedHeaders: [
        'ETag',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'Retry-After',
        'WWW-Authenticate',
        'X-Request-Id',
      ],
      maxAge: 600,
      strictPreflight: false,
    });
  await app.register(fastifyUnderPressure, loadShedding);
};
