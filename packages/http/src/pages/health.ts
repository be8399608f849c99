import { DomainError } from '@event-platform/domain';
import type { App } from '../app.ts';

/** How long a database may take to say that it is there, in milliseconds. */
const timeouts = 3_000;
const retryAfterSeconds = 5;

/** Answered under overload too: a busy process must not be taken for a dead one. */
const pressureHandler = (): void => undefined;

const options = { schema: { hide: true }, config: { pressureHandler } };

/** For orchestrators: whether the process lives, and whether it can serve. */
export const serveHealth = (app: App, ready: () => Promise<void>, isDraining: () => boolean): void => {
  app.get('/health/live', options, async () => ({ status: 'ok' }));
  app.get('/health/ready', { ...options, handlerTimeout: timeouts }, async (_request, reply) => {
    if (isDraining()) throw new DomainError({ code: 'unavailable', retryAfterSeconds });
    try {
      await ready();
    } catch {
      if (reply.sent) return reply; // the patience ended first
      throw new DomainError({ code: 'unavailable', retryAfterSeconds });
    }
    return { status: 'ok' };
  });
};
