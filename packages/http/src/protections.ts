import { DomainError, type Problem } from '@event-platform/domain';
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { App, AppSettings } from './app.ts';

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

/** Security headers, cross-origin rules and load shedding. Answers are not for caches unless their route says so. */
export const protect = async (
  app: App,
  { publicUrl, corsOrigins }: Pick<AppSettings, 'publicUrl' | 'corsOrigins'>,
): Promise<void> => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store');
  });
  await app.register(fastifyHelmet, {
    // The pages of this service need a style sheet and pictures of its own, and nothing else.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  if (corsOrigins.length > 0)
    await app.register(fastifyCors, {
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type', 'X-Request-Id'],
      exposedHeaders: [
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
