import { refuse } from '@event-platform/domain';
import { type App, problemTexts, statusOf, wireCodes } from '@event-platform/http';
import { Type } from 'typebox';
import { type Html, html, htmlType } from '../views/html.ts';
import { page, type Site } from '../views/layout.ts';
import { setPolicy } from './guest/page-policy.ts';

/** Renders the code spans of Markdown, as the OpenAPI document shows them. */
const withCode = (markdown: string): Html[] =>
  markdown.split('`').map((text, index) => (index % 2 === 1 ? html`<code>${text}</code>` : html`${text}`));

const listing = (site: Site): string =>
  page(site, {
    title: 'Problems',
    content: html`<div class="page"><h1>Problems</h1>
<p>Every error response of this service is a problem document (RFC 9457) with one of these codes.</p>
<ul class="links">${wireCodes.map((code) => html`<li><a href="${site.basePath}/problems/${code}">${problemTexts[code].title}</a> <code>${code}</code>, status ${statusOf[code]}</li>`)}</ul>
<p><a href="${site.basePath}/docs/">API reference</a></p></div>`,
  });

/** The pages that the `type` of a problem links to. */
export const problemPages = async (app: App, { site }: { readonly site: Site }): Promise<void> => {
  app.addHook('onRequest', async (_request, reply) => setPolicy(reply));
  app.get('/problems', async (_request, reply) =>
    reply.type(htmlType).header('cache-control', 'public, max-age=300').send(listing(site)),
  );
  app.get(
    '/problems/:code',
    { schema: { params: Type.Object({ code: Type.String() }) } },
    async (request, reply) => {
      const code = wireCodes.find((wireCode) => wireCode === request.params.code);
      if (!code) throw refuse('not_found');
      const { title, meaning } = problemTexts[code];
      const content = html`<div class="page"><h1>${title}</h1>
<p><code>${code}</code>, status ${statusOf[code]}</p>
<p>${withCode(meaning)}</p>
<p><a href="${site.basePath}/problems">All problems</a></p></div>`;
      return reply
        .type(htmlType)
        .header('cache-control', 'public, max-age=300')
        .send(page(site, { title, content }));
    },
  );
};
