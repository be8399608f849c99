import fastifyCors from '@fastify/cors';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import type { AppSettings } from '../../app-settings.ts';

/** Origins of pages that this machine serves, on any port. */
const loopbackOrigin = /^https?:\/\/(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

const allowOrigins = (origins: AppSettings['corsOrigins']) => {
  if (origins.includes('*')) return '*';
  return origins.map((origin) => (origin === 'loopback' ? loopbackOrigin : origin));
};

/** Lets pages of the configured origins call the service; without any it adds no headers. */
export const cors = fp(async (app: App, { corsOrigins }: Pick<AppSettings, 'corsOrigins'>) => {
  if (corsOrigins.length === 0) return;
  await app.register(fastifyCors, {
    origin: allowOrigins(corsOrigins),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
    exposedHeaders: [
      'ETag',
      'Idempotency-Replayed',
      'Link',
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
  if (corsOrigins.includes('*')) return;
  // A route that says what it varies by replaces what was said before.
  app.addHook('onSend', (_request, reply, body, done) => {
    const vary = [reply.getHeader('vary') ?? []].flat().join(', ');
    if (!/origin/i.test(vary)) reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`);
    done(null, body);
  });
});
