import type { Domain, UnopenedDomain } from '@event-platform/domain';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The commands of the domain: of `keyedDomain` where it is set. */
    readonly domain: UnopenedDomain;
    /** While the request runs once for its `Idempotency-Key`: a domain whose commands are one transaction. */
    keyedDomain: Domain | null;
  }
}

/** Gives each request the domain that serves it. */
export const requestDomain = (app: App, domain: Domain): void => {
  app.decorateRequest('keyedDomain', null);
  app.decorateRequest('domain', {
    getter() {
      return this.keyedDomain ?? domain;
    },
  });
};
