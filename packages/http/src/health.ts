import { DomainError } from '@event-platform/domain';
import type { App } from './app.ts';

/** How long the database may take to respond, in milliseconds. */
const readyTimeout = 3_000;
const retryAfterSeconds = 5;

/** Exempts the route from overload protection: an orchestrator must not take a busy process for a dead one. */
const pressureHandler = (): void => undefined;

const options = { config: { pressureHandler } };
const readyOptions = { ...options, config: { pressureHandler, handlerTimeout: readyTimeout } };

export interface HealthOptions {
  /** Rejects while the database is out of reach. An object that it resolves with is told beside the status. */
  readonly ready: () => Promise<unknown>;
  readonly isDraining: () => boolean;
}

/** For orchestrators: whether the process is alive, and whether it can serve. */
export const health = async (app: App, { ready, isDraining }: HealthOptions): Promise<void> => {
  app.get('/health/live', options, async () => ({ status: 'ok' }));
  app.get('/health/ready', readyOptions, async (_request, reply) => {
    if (isDraining())
      throw new DomainError({ code: 'unavailable', retryAfterSeconds }, { cause: 'the service is stopping' });
    try {
      return Object.assign({ status: 'ok' }, await ready());
    } catch (cause) {
      if (reply.sent) return reply; // the timeout came first
      throw new DomainError({ code: 'unavailable', retryAfterSeconds }, { cause });
    }
  });
};
