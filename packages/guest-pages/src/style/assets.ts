import { hash } from 'node:crypto';
import { refuse } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { coverPattern } from './cover-pattern.ts';
import { coverPicture } from './cover-picture.ts';
import { favicon } from './favicon.ts';
import { pageStyle } from './page-style.ts';

const icon = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>\n`;

/** The stylesheet colours them. */
const icons = {
  when: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  where:
    'M12 21s7-6.5 7-11.5A7 7 0 0 0 5 9.5C5 14.5 12 21 12 21zM14.5 9.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  organizer: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4 21c1-5 4-7 8-7s7 2 8 7',
  price: 'M3 8h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 8v10',
};

const files = [
  { url: '/assets/cover.jpg', type: 'image/jpeg', content: coverPicture },
  ...Object.entries(icons).map(([name, path]) => ({
    url: `/assets/icon-${name}.svg`,
    type: 'image/svg+xml',
    content: icon(path),
  })),
  { url: '/favicon.ico', type: 'image/x-icon', content: favicon },
];

const cacheDay = 'public, max-age=86400';
const cacheForever = 'public, max-age=31536000, immutable';

const versionOf = (style: string): string => hash('sha256', style, 'hex').slice(0, 12);

/** The path of the stylesheet of a brand; it names the content, so that browsers may keep it for good. */
export const stylePath = (brandColor: string): string =>
  `/assets/page.css?v=${versionOf(pageStyle(brandColor))}`;

/** The pictures, the icon and the stylesheet of pages. */
export const assets = async (app: App, { brandColor }: { readonly brandColor: string }): Promise<void> => {
  for (const { url, type, content } of files)
    app.get(url, async (_request, reply) => reply.type(type).header('cache-control', cacheDay).send(content));
  app.get('/assets/covers/:name', async (request, reply) => {
    const picture = coverPattern((request.params as { readonly name: string }).name);
    if (!picture) throw refuse('not_found');
    return reply.type('image/svg+xml').header('cache-control', cacheDay).send(picture);
  });
  const style = pageStyle(brandColor);
  const version = versionOf(style);
  app.get('/assets/page.css', async (request, reply) => {
    // During a deployment a page of one version may load the stylesheet of another: that answer must not stay.
    const isCurrent = (request.query as { readonly v?: unknown }).v === version;
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isCurrent ? cacheForever : 'no-cache')
      .send(style);
  });
};
