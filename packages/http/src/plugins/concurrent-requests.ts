import { finished } from 'node:stream';
import { DomainError } from '@event-platform/domain';
import type { App } from '../app.ts';
import { overload } from './overload-protection.ts';

/** Counts the requests that are being answered, and bounds them. */
export interface ConcurrentRequests {
  readonly count: number;
}

/**
 * Turns requests away at once when `most` others are being answered: a queue that grows helps nobody. A request
 * counts until its answer is out or its connection gone. Those that are answered under overload too, such as health
 * checks, are counted and never turned away.
 */
export const limitConcurrentRequests = (app: App, most: number): ConcurrentRequests => {
  let count = 0;
  app.addHook('onRequest', async (request, reply) => {
    count += 1;
    finished(reply.raw, () => {
      count -= 1;
    });
    if (count > most && !('pressureHandler' in request.routeOptions.config)) throw new DomainError(overload);
  });
  return {
    get count() {
      return count;
    },
  };
};
