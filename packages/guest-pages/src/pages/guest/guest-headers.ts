import type { Language } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { htmlType } from '../../views/html.ts';
import { keepLanguage } from '../../views/keep-language.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { chosenLanguage, languageOf } from './language.ts';
import { setPolicy } from './page-policy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
  }
  interface FastifyReply {
    /** Sends a page whose links and forms keep the language that its address chose. */
    sendPage(markup: string): FastifyReply;
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

/**
 * Chooses the language of each page in this scope, reads the cookie of its browser, and sets its headers. What answers a
 * cookie is of one browser alone, refusals too.
 */
export const guestHeaders = fp(
  async (app: App, { site, guestCookie }: Pick<GuestDependencies, 'site' | 'guestCookie'>) => {
    app.decorateRequest('language', 'en');
    app.decorateRequest('cookieSession', null);
    app.decorateReply('sendPage', function sendPage(markup) {
      return this.type(htmlType).send(keepLanguage(markup, chosenLanguage(this.request), site.basePath));
    });
    app.addHook('onRequest', (request, reply, done) => {
      setGuestHeaders(request, reply);
      request.cookieSession = guestCookie.read(request)?.sessionId ?? null;
      done();
    });
    app.addHook('onSend', (request, reply, payload: unknown, done) => {
      if (reply.getHeader('cache-control') === 'no-store' && guestCookie.isSent(request))
        reply.header('cache-control', 'private, no-store');
      done(null, payload);
    });
  },
);
