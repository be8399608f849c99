import type { Language } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { htmlType } from '../../views/html.ts';
import { keepLanguage } from '../../views/keep-language.ts';
import { showGuest } from '../../views/layout.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { guestNameOf, viewerOf } from './guest-session.ts';
import { chosenLanguage, languageOf, languageQuery } from './language.ts';
import { allowCovers, coversIn, setPolicy } from './page-policy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
  }
  interface FastifyReply {
    /** Sends a page whose links and forms keep the language that its address chose. */
    sendPage(markup: string): FastifyReply;
  }
}

/** What the token of a form is bound to that every page has. */
export const anyPage = '';

/** Sets the headers that every page for guests has, whatever its status. */
export const setGuestHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  request.language = languageOf(request);
  setPolicy(reply);
  reply.headers({
    'content-language': request.language,
    vary: 'accept-language',
  });
};

type Dependencies = Pick<GuestDependencies, 'domain' | 'site' | 'guestCookie' | 'tokens'>;

/** The path of the page that a request is of: a form's address is below it. */
const pagePathOf = (request: FastifyRequest): string => {
  const { method, url } = request;
  if (method !== 'POST') return url;
  const [path = ''] = url.split('?');
  return `${path.slice(0, path.lastIndexOf('/')) || '/'}${languageQuery(request)}`;
};

/** A page with whom it is for, where that is known and the service has not enough to do already. */
const withGuest = async (
  dependencies: Dependencies,
  request: FastifyRequest,
  status: number,
  markup: string,
): Promise<string> => {
  const { cookieSession, language, routeOptions } = request;
  const isAsked =
    status !== 429 && status < 500 && routeOptions.config.credentials?.includes('pageCookie') === true;
  const viewer = isAsked ? await viewerOf(dependencies, request).catch(() => undefined) : undefined;
  if (viewer === null) return markup;
  const guest = viewer && {
    name: guestNameOf(viewer),
    token: dependencies.tokens.issue(anyPage, cookieSession),
    back: pagePathOf(request),
  };
  return showGuest(markup, dependencies.site, language, guest ?? null, chosenLanguage(request));
};

/**
 * Chooses the language of each page in this scope, reads the cookie of its browser, sets its headers and says who is signed
 * in. What answers a cookie is of one browser alone, refusals too.
 */
export const guestHeaders = fp(async (app: App, dependencies: Dependencies) => {
  const { site, guestCookie } = dependencies;
  app.decorateRequest('language', 'en');
  app.decorateRequest('cookieSession', null);
  app.decorateRequest('viewer', null);
  app.decorateReply('sendPage', function sendPage(markup) {
    const { request } = this;
    // Texts of people are escaped: only a page's own script reads so.
    setPolicy(this, { hasScript: markup.includes('<script src="') });
    allowCovers(this, coversIn(markup));
    this.type(htmlType);
    const page = keepLanguage(markup, chosenLanguage(request), site.basePath);
    if (request.cookieSession === null) return this.send(page);
    this.header('cache-control', 'private, no-store');
    void withGuest(dependencies, request, this.statusCode, page).then((shown) => this.send(shown));
    return this;
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
});
