import { DomainError } from '@event-platform/domain';
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { App, AppSettings } from './app.ts';

/** A mean delay of the event loop at which every answer is late, so that further requests are turned away; milliseconds. */
const overload = 1_000;

class Overloaded extends DomainError {
  constructor() {
    super({ code: 'unavailable', retryAfterSeconds: 10 });
  }
}

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
  await app.register(fastifyUnderPressure, { maxEventLoopDelay: overload, customError: Overloaded });
};
