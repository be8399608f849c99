import type { App } from '../../app.ts';
import { type ResponseCacheOptions, responseCache } from '../../plugins/caching/response-cache.ts';
import { type RateLimitsOptions, rateLimits } from '../../plugins/traffic/rate-limits.ts';
import { formParser } from '../forms/form-fields.ts';
import { eventPages } from './event-pages.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { guestErrors } from './guest-errors.ts';
import { guestHeaders } from './guest-headers.ts';
import { homePage } from './home-page.ts';
import { invitationPages } from './invitation-pages.ts';
import { sitemapPages } from './sitemap-pages.ts';

export type { GuestDependencies } from './guest-dependencies.ts';
export { unsubscribePage } from './unsubscribe-page.ts';

/** The pages for people with a link. Only their forms change anything: programs follow links, too. */
export const guestPages = async (
  app: App,
  options: GuestDependencies & RateLimitsOptions & ResponseCacheOptions,
): Promise<void> => {
  await app.register(guestHeaders); //           onRequest
  await app.register(guestErrors, options); //   onRequest
  await app.register(formParser); //             body parser
  await app.register(rateLimits, options); //    onRequest or preValidation
  await app.register(responseCache, options); // onRequest, onSend, onResponse
  await app.register(homePage, options); //        GET /
  await app.register(eventPages, options); //      GET /e/:id, /e/:id/calendar.ics, POST /e/:id/code, /e/:id/rsvp
  await app.register(sitemapPages, options); //    GET /sitemap.xml, /sitemap/:part, /robots.txt
  await app.register(invitationPages, options); // the same for /i/:token, with accept and decline
};
