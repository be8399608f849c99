import { type Language, refuse } from '@event-platform/domain';
import { type App, problemTextsOf, statusOf, wireCodes } from '@event-platform/http';
import { Type } from 'typebox';
import { textsOf } from '../texts/index.ts';
import { type Html, html } from '../views/html.ts';
import { page, type Site } from '../views/layout.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { notFoundPage } from './guest/guest-errors.ts';
import { guestHeaders } from './guest/guest-headers.ts';

/** Renders the code spans of Markdown, as the OpenAPI document shows them. */
const withCode = (markdown: string): Html[] =>
  markdown.split('`').map((text, index) => (index % 2 === 1 ? html`<code>${text}</code>` : html`${text}`));

const listing = (site: Site, language: Language): string => {
  const { about } = textsOf(language);
  const { basePath } = site;
  return page(site, {
    language,
    title: about.problems,
    path: `${basePath}/problems`,
    content: html`<div class="page"><h1>${about.problems}</h1>
<p>${about.problemsIntroduction}</p>
<ul class="links">${wireCodes.map((code) => html`<li><a href="${basePath}/problems/${code}">${problemTextsOf(language)[code].title}</a> <code>${code}</code>, ${about.status(statusOf[code])}</li>`)}</ul>
<p><a href="${basePath}/docs/">${about.reference}</a></p></div>`,
  });
};

/** The pages that the `type` of a problem links to. */
export const problemPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { site } = dependencies;
  await app.register(guestHeaders, dependencies); // onRequest, onSend
  const cacheControl = 'public, max-age=300';
  const config = { credentials: ['pageCookie'] } as const;
  const notFound = notFoundPage(dependencies);
  app.get('/problems', { config }, async (request, reply) =>
    reply.header('cache-control', cacheControl).sendPage(listing(site, request.language)),
  );
  app.get(
    '/problems/:code',
    { config, schema: { params: Type.Object({ code: Type.String() }) } },
    async (request, reply) => {
      const code = wireCodes.find((wireCode) => wireCode === request.params.code);
      if (!code) {
        const refusal = refuse('not_found');
        const sent = notFound(request, reply, refusal.problem);
        if (!sent) throw refusal;
        return sent;
      }
      const { language } = request;
      const { about } = textsOf(language);
      const { title, meaning } = problemTextsOf(language)[code];
      const content = html`<div class="page"><h1>${title}</h1>
<p><code>${code}</code>, ${about.status(statusOf[code])}</p>
<p>${withCode(meaning)}</p>
<p><a href="${site.basePath}/problems">${about.allProblems}</a></p></div>`;
      const path = `${site.basePath}/problems/${code}`;
      return reply
        .header('cache-control', cacheControl)
        .sendPage(page(site, { language, title, path, content }));
    },
  );
};
