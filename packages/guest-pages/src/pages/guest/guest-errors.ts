import { refuse } from '@event-platform/domain';
import {
  type App,
  type Refusal,
  refusalFor,
  sendProblem,
  setRefusal,
  statusOf,
  type WireCode,
} from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isForeign } from '../../forms/foreign-form.ts';
import { refusedBody, refusedFields } from '../../forms/refused-form.ts';
import { typedOfBody, typedText } from '../../forms/typed.ts';
import { textsOf } from '../../texts/index.ts';
import { htmlType } from '../../views/html.ts';
import { keepLanguage } from '../../views/keep-language.ts';
import { showGuest } from '../../views/layout.ts';
import { type GuestProblem, problemView, type Retry } from '../../views/problem-view.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { setGuestHeaders } from './guest-headers.ts';
import { chosenLanguage } from './language.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether all that was typed is kept where a form is refused, whatever its fields are called. */
    keepsForm?: boolean;
  }
  interface FastifyRequest {
    /** Whether the guest signed in with the code of the form, which works once. */
    isCodeUsed: boolean;
  }
}

type Dependencies = Pick<GuestDependencies, 'site' | 'tokens' | 'links'>;

/** Faults of requests that no browser sends: a page helps a program less than a problem. */
const protocolFaults: ReadonlySet<WireCode> = new Set([
  'invalid_request',
  'request_timeout',
  'headers_too_large',
]);

/** Whether the client names HTML among what it accepts, as every browser does when it opens a page. */
export const namesHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '');

const { problems } = textsOf('en');

const problemOf = (code: WireCode): GuestProblem => {
  if (code in problems) return code as GuestProblem;
  const status = statusOf[code];
  if (status === 403) return 'forbidden';
  return status === 404 ? 'not_found' : status === 503 ? 'unavailable' : 'invalid_request';
};

/** The page of a problem at the same address, whatever that is; none for a form. */
const pathOf = ({ method }: Pick<FastifyRequest, 'method'>): string | undefined =>
  method === 'GET' || method === 'HEAD' ? '' : undefined;

/** A browser would need a challenge that it knows for a 401; its page asks for the code again. */
const pageStatusOf = (code: WireCode): number => (statusOf[code] === 401 ? 400 : statusOf[code]);

/** Worth sending the same form again. */
const isPassing = (code: WireCode): boolean => pageStatusOf(code) === 429 || pageStatusOf(code) >= 500;

/**
 * A form gets a token of now: the guest may wait for longer than the old one is good. After a code was used, it asks for
 * a new one.
 */
const retryOf = async (request: FastifyRequest, { site, tokens }: Dependencies): Promise<Retry> => {
  if (request.method !== 'POST') return { action: `${site.basePath}${request.url}`, fields: null };
  if (request.routeOptions.config.keepsForm) {
    const typed = typedOfBody(await refusedBody(request));
    const [address = ''] = request.url.split('?');
    const page = address.slice(0, address.lastIndexOf('/'));
    const { cookieSession: session } = request;
    const isOurs = tokens.isValid(page, typedText(typed, 'form'), session);
    const kept = isOurs ? { ...typed, form: [tokens.issue(page, session)] } : typed;
    const fields = Object.entries(kept).flatMap(([name, values]) =>
      values.map((value): readonly [string, string] => [name, value]),
    );
    return { action: `${site.basePath}${request.url}`, fields };
  }
  const {
    form,
    isRepeated: _,
    proof: _proof,
    status: _status,
    ...typedFields
  } = await refusedFields(request);
  const { phone, answer, quantity, text } = typedFields;
  const [path = ''] = request.url.split('?');
  const pagePath = path.slice(0, path.lastIndexOf('/')) || path;
  const fields = request.isCodeUsed ? { phone, answer, quantity, text } : typedFields;
  const { cookieSession: session } = request;
  const inputs = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    action: `${site.basePath}${request.isCodeUsed ? `${pagePath}/code` : path}`,
    fields: [
      ['form', tokens.isValid(pagePath, form, session) ? tokens.issue(pagePath, session) : form],
      ...inputs,
    ],
  };
};

/** Sends the page of a problem, with the status and headers that the API sends for it. */
export const sendProblemPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  dependencies: Dependencies,
): Promise<FastifyReply> => {
  const { code } = refusal;
  const retry = isPassing(code) ? await retryOf(request, dependencies) : null;
  if (reply.sent) return reply;
  setGuestHeaders(request, reply);
  setRefusal(reply, refusal);
  const waitSeconds = 'retryAfterSeconds' in refusal ? refusal.retryAfterSeconds : 0;
  const offersSignIn = code === 'event_not_found' && request.routeOptions.url?.endsWith('/e/:id');
  const parts = { waitSeconds, retry, offersSignIn: offersSignIn === true, path: pathOf(request) };
  const page = problemView(dependencies.site, request.language, problemOf(code), parts);
  return reply.code(pageStatusOf(code)).header('cache-control', 'no-store').sendPage(page);
};

/** Shows browsers a page where there is none, except below the API; null for all other clients. */
export const notFoundPage =
  ({ site, guestCookie }: Pick<GuestDependencies, 'site' | 'guestCookie'>) =>
  (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply | null => {
    if (!namesHtml(request) || request.url.startsWith('/v1/')) return null;
    setGuestHeaders(request, reply);
    setRefusal(reply, refusal);
    const page = problemView(site, request.language, problemOf(refusal.code), { path: pathOf(request) });
    const choice = chosenLanguage(request);
    // No route read the cookie.
    const shown = guestCookie.isSent(request) ? showGuest(page, site, request.language, null, choice) : page;
    const markup = keepLanguage(shown, choice, site.basePath);
    return reply.code(statusOf[refusal.code]).type(htmlType).send(markup);
  };

export interface GuestErrorsOptions extends Dependencies {
  /** Whether forms of other websites are taken as well. */
  readonly takesForeign?: boolean;
}

/** Refuses forms of other websites, and shows every error of this scope as a page. */
export const guestErrors = fp(async (app: App, dependencies: GuestErrorsOptions) => {
  const { site, links, takesForeign = false } = dependencies;
  app.decorateRequest('isCodeUsed', false);
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalFor(request, error);
    return protocolFaults.has(refusal.code) && !namesHtml(request)
      ? sendProblem(request, reply, refusal, links)
      : sendProblemPage(request, reply, refusal, dependencies);
  });
  if (takesForeign) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || !isForeign(request, site.publicUrl)) return undefined;
    setRefusal(reply, refuse('forbidden').problem);
    const page = problemView(site, request.language, 'foreign_form');
    return reply.code(403).sendPage(page);
  });
});
