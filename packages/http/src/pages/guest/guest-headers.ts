import type { Language } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { languageOf } from '../language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the page. */
    language: Language;
  }
}

/**
 * Only the service's own style and forms; pictures also from where organizers keep theirs. Nothing inline
 * runs: JSON-LD is data, which is not a script to a browser.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');
const policyWithScript = `${policy};script-src 'self'`;

/** Allows the page the service's own scripts, or none. */
export const setPolicy = (reply: FastifyReply, { hasScript }: { readonly hasScript: boolean }): void => {
  reply.header('content-security-policy', hasScript ? policyWithScript : policy);
};

/** Sets the headers that every page for guests has, whatever its status. */
export const setGuestHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  request.language = languageOf(request);
  setPolicy(reply, { hasScript: false });
  reply.headers({
    'content-language': request.language,
    vary: 'accept-language',
  });
};

/** Chooses the language of each page in this scope, and sets its headers. */
export const guestHeaders = fp(async (app: App) => {
  app.decorateRequest('language', 'en');
  app.addHook('onRequest', async (request, reply) => setGuestHeaders(request, reply));
});
