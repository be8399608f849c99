import type { App, Links } from '@event-platform/http';
import { negotiate } from '@fastify/accept-negotiator';
import { html, htmlType } from '../views/html.ts';
import { page, type Site } from '../views/layout.ts';
import { setPolicy } from './guest/page-policy.ts';

const aboutPage = (site: Site, currency: string): string => {
  const { brand, basePath } = site;
  return page(site, {
    title: brand.name,
    content: html`<div class="page"><h1>${brand.name}</h1>
<p>An API to discover events, answer them and invite people. Prices are in ${currency}.</p>
<ul class="links">
<li><a href="${basePath}/docs/">API reference</a> Every endpoint, with a form to try it.</li>
<li><a href="${basePath}/openapi.json">OpenAPI document</a> The same for programs and code generators.</li>
<li><a href="${basePath}/problems">Problems</a> What each error code means.</li>
<li><a href="${basePath}/v1/events">Upcoming events</a> As JSON, without signing in.</li>
<li><a href="${basePath}/health/ready">Health</a> Whether the service can answer.</li>
</ul></div>`,
  });
};

export interface AboutOptions {
  readonly site: Site;
  readonly links: Links;
  readonly currency: string;
}

/** The entry points for developers: HTML for clients that prefer it, JSON for all others. */
export const about = async (app: App, { site, links, currency }: AboutOptions): Promise<void> => {
  const asJson = {
    name: site.brand.name,
    api: `${links.home}/v1`,
    documentation: links.documentation,
    openapi: links.openApi,
    currency,
  };
  const asPage = aboutPage(site, currency);
  app.get('/about', async (request, reply) => {
    reply.header('vary', 'accept');
    const mediaType = negotiate(request.headers.accept ?? '', ['application/json', 'text/html']);
    if (mediaType !== 'text/html') return asJson;
    setPolicy(reply);
    return reply.type(htmlType).send(asPage);
  });
};
