import { hash } from 'node:crypto';
import { refuse } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appIcon } from './app-icon.ts';
import { type CoverDesign, coverDesign, coverPattern } from './cover-pattern.ts';
import { favicon } from './favicon.ts';
import { pageStyle } from './page-style.ts';
import { previewPicture } from './preview-picture.ts';

const icon = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>\n`;

/** The stylesheet colours them. */
const icons = {
  when: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  where:
    'M12 21s7-6.5 7-11.5A7 7 0 0 0 5 9.5C5 14.5 12 21 12 21zM14.5 9.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  online: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  organizer: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4 21c1-5 4-7 8-7s7 2 8 7',
  price: 'M3 8h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 8v10',
};

const files = [
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

/** By their paths: their sizes in pixels. */
export const appIcons = {
  '/assets/touch-icon.png': 180,
  '/assets/app-icon-192.png': 192,
  '/assets/app-icon-512.png': 512,
} as const;

/** The design that a picture's name stands for. Throws `not_found`. */
const designOf = ({ params }: FastifyRequest, ending: '.svg' | '.png'): CoverDesign => {
  const { name } = params as { readonly name: string };
  const design = name.endsWith(ending) ? coverDesign(name.slice(0, -ending.length)) : null;
  if (!design) throw refuse('not_found');
  return design;
};

/** The pictures, the icon and the stylesheet of pages. */
export const assets = async (app: App, { brandColor }: { readonly brandColor: string }): Promise<void> => {
  for (const { url, type, content } of files)
    app.get(url, async (_request, reply) => reply.type(type).header('cache-control', cacheDay).send(content));
  app.get('/assets/covers/:name', async (request, reply) => {
    const design = designOf(request, '.svg');
    return reply.type('image/svg+xml').header('cache-control', cacheDay).send(coverPattern(design));
  });
  /** Drawn when they are first asked for. There are some 500, of a few kilobytes each. */
  const pictures = new Map<string, Promise<Buffer>>();
  const sendPicture = async (reply: FastifyReply, key: string, draw: () => Promise<Buffer>) => {
    const picture = pictures.get(key) ?? draw();
    pictures.set(key, picture);
    return reply
      .type('image/png')
      .header('cache-control', cacheDay)
      .send(await picture);
  };
  app.get('/assets/previews/:name', async (request, reply) => {
    const design = designOf(request, '.png');
    return sendPicture(reply, `${design.tile} ${design.seed}`, () => previewPicture(design));
  });
  for (const [url, size] of Object.entries(appIcons))
    app.get(url, async (_request, reply) => sendPicture(reply, url, () => appIcon(brandColor, size)));
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
