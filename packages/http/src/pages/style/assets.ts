import { hash } from 'node:crypto';
import type { App } from '../../app.ts';
import { coverPicture } from './cover-picture.ts';
import { favicon } from './favicon.ts';
import { pageStyle } from './page-style.ts';

const avatar = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" role="img" aria-label="No picture">
<rect width="128" height="128" fill="#e6e9f5"/>
<circle cx="64" cy="50" r="22" fill="#8a93c4"/>
<path d="M20 122c4-28 22-42 44-42s40 14 44 42z" fill="#8a93c4"/>
</svg>
`;

const cover = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" role="img" aria-label="No picture">
<defs><linearGradient id="dusk" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#3d3a7c"/><stop offset="1" stop-color="#c46a8d"/>
</linearGradient></defs>
<rect width="1200" height="630" fill="url(#dusk)"/>
<circle cx="930" cy="190" r="90" fill="#f7d9a8" opacity=".9"/>
<path d="M0 630V470l180-70 220 90 260-130 240 110 300-90v250z" fill="#241f4f" opacity=".75"/>
</svg>
`;

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
  { url: '/assets/avatar.svg', type: 'image/svg+xml', content: avatar },
  { url: '/assets/cover.svg', type: 'image/svg+xml', content: cover },
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

/** The default pictures, and the icon and stylesheet of the service's own pages. */
export const assets = async (app: App, { brandColor }: { readonly brandColor: string }): Promise<void> => {
  for (const { url, type, content } of files)
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', cacheDay).send(content),
    );
  const style = pageStyle(brandColor);
  const version = versionOf(style);
  app.get('/assets/page.css', { schema: { hide: true } }, async (request, reply) => {
    // During a deployment a page of one version may load the stylesheet of another: that answer must not stay.
    const isCurrent = (request.query as { readonly v?: unknown }).v === version;
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isCurrent ? cacheForever : 'no-cache')
      .send(style);
  });
};
