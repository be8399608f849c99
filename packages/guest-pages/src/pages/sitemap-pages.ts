import { type App, longHandlerTimeout, sendGzipped } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { type Sitemap, sitemaps } from './sitemap.ts';

const send = (request: FastifyRequest, reply: FastifyReply, { gzippedXml }: Sitemap): Promise<FastifyReply> =>
  sendGzipped(
    request,
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=60'),
    gzippedXml,
  );

/** What search engines read to find public events: those that are to come. */
export const sitemapPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { whole, part } = sitemaps({ ...dependencies, shareList: app.shareList });
  // Whoever waits for a sitemap takes no place of the lists' lane: making it does.
  const options = { config: { handlerTimeout: longHandlerTimeout } } as const;
  app.get('/sitemap.xml', options, async (request, reply) => send(request, reply, await whole()));
  app.get(
    '/sitemap/:part',
    { ...options, schema: { params: Type.Object({ part: Type.String() }) } },
    async (request, reply) => send(request, reply, await part(request.params.part.replace(/\.xml$/, ''))),
  );
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `User-agent: *\nDisallow: ${dependencies.site.basePath}/v1/\nSitemap: ${dependencies.links.home}/sitemap.xml\n`,
      ),
  );
};
