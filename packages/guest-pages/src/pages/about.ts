import type { Language } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { negotiate } from '@fastify/accept-negotiator';
import { textsOf } from '../texts/index.ts';
import { html } from '../views/html.ts';
import { page, type Site } from '../views/layout.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { guestHeaders } from './guest/guest-headers.ts';

const aboutPage = (site: Site, language: Language): string => {
  const { brand, basePath, currency } = site;
  const { about } = textsOf(language);
  return page(site, {
    language,
    title: brand.name,
    path: `${basePath}/about`,
    content: html`<div class="page"><h1>${brand.name}</h1>
<p>${about.what(currency)}</p>
<ul class="links">
<li><a href="${basePath}/docs/">${about.reference}</a> ${about.referenceText}</li>
<li><a href="${basePath}/openapi.json">${about.openApi}</a> ${about.openApiText}</li>
<li><a href="${basePath}/problems">${about.problems}</a> ${about.problemsText}</li>
<li><a href="${basePath}/v1/events">${about.events}</a> ${about.eventsText}</li>
<li><a href="${basePath}/health/ready">${about.health}</a> ${about.healthText}</li>
</ul></div>`,
  });
};

/** The entry points for developers: HTML for clients that prefer it, JSON for all others. */
export const about = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { site, links } = dependencies;
  await app.register(guestHeaders, dependencies); // onRequest, onSend
  const asJson = {
    name: site.brand.name,
    api: `${links.home}/v1`,
    documentation: links.documentation,
    openapi: links.openApi,
    currency: site.currency,
  };
  app.get('/about', { config: { credentials: ['pageCookie'] } }, async (request, reply) => {
    reply.header('vary', 'accept, accept-language');
    const mediaType = negotiate(request.headers.accept ?? '', ['application/json', 'text/html']);
    if (mediaType === 'text/html') return reply.sendPage(aboutPage(site, request.language));
    reply.removeHeader('content-language');
    return asJson;
  });
};
