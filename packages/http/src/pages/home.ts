import { negotiate } from '@fastify/accept-negotiator';
import type { App } from '../app.ts';
import type { Links } from '../links.ts';
import { html, page, type Site } from './html.ts';

const homePage = (site: Site, currency: string): string => {
  const { appName, basePath } = site;
  return page(
    site,
    appName,
    html`<h1>${appName}</h1>
<p>An API to discover events, answer them and invite people. Prices are in ${currency}.</p>
<ul class="links">
<li><a href="${basePath}/docs/">API reference</a> Every endpoint, with a form to try it.</li>
<li><a href="${basePath}/openapi.json">OpenAPI document</a> The same for programs and code generators.</li>
<li><a href="${basePath}/problems">Problems</a> What each error code means.</li>
<li><a href="${basePath}/v1/events">Upcoming events</a> As JSON, without signing in.</li>
<li><a href="${basePath}/health/ready">Health</a> Whether the service can answer.</li>
</ul>`,
  );
};

/** The options of {@link home}. */
export interface HomeOptions {
  readonly site: Site;
  readonly links: Links;
  readonly currency: string;
}

/** The entry points of the service at its root: HTML for clients that prefer it, JSON for all others. */
export const home = async (app: App, { site, links, currency }: HomeOptions): Promise<void> => {
  const asJson = {
    name: site.appName,
    api: `${links.home}/v1`,
    documentation: links.documentation,
    openapi: links.openApi,
    currency,
  };
  const asPage = homePage(site, currency);
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'accept');
    const wanted = negotiate(request.headers.accept ?? '', ['application/json', 'text/html']);
    return wanted === 'text/html' ? reply.type('text/html; charset=utf-8').send(asPage) : asJson;
  });
};
