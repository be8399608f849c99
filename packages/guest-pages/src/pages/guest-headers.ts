import type { Language } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { languageOf } from './language.ts';
import { setPolicy } from './page-policy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the page. */
    language: Language;
  }
}

/** Sets the headers that every page for guests has, whatever its status. */
export const setGuestHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  request.language = languageOf(request);
  setPolicy(reply);
  reply.headers({
    'content-language': request.language,
    vary: 'accept-language',
  });
};

/** Chooses the language of each page in this scope, and sets its headers. */
export const guestHeaders = fp(async (app: App) => {
  app.decorateRequest('language', 'en');
  app.addHook('onRequest', (request, reply, done) => {
    setGuestHeaders(request, reply);
    done();
  });
});
