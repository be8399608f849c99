import type { App } from '../app.ts';
import { favicon } from './favicon.ts';

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

const pageStyle = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c1b29, #e9e8f2);
  --quiet: light-dark(#5b596d, #a9a7bd);
  --ground: light-dark(#fbfbfd, #16151f);
  --panel: light-dark(#fff, #201f2c);
  --line: light-dark(#dddce8, #3a384b);
  --accent: light-dark(#4b47a3, #aaa6f5);
  font: 1rem/1.6 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
header, main { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; color: var(--quiet); font-weight: 600; }
main { padding-bottom: 3rem; }
h1 { margin: 1.5rem 0 1rem; font-size: clamp(1.6rem, 5vw, 2.25rem); line-height: 1.2; }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dl { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--panel); }
dt { color: var(--quiet); font-size: .875rem; }
dd { margin: 0 0 .75rem; }
dd:last-child { margin: 0; }
code { padding: .1em .35em; border-radius: .35em; background: var(--panel); border: 1px solid var(--line); font-size: .9em; }
.links { padding: 0; list-style: none; }
.links li { padding: .75rem 0; border-bottom: 1px solid var(--line); color: var(--quiet); }
.links a { display: block; font-weight: 600; }
.note { margin: 1.5rem 0 0; color: var(--accent); font-weight: 600; }
.note + h1 { margin-top: .25rem; }
`;

const files = [
  { url: '/assets/avatar.svg', type: 'image/svg+xml', content: avatar },
  { url: '/assets/cover.svg', type: 'image/svg+xml', content: cover },
  { url: '/favicon.ico', type: 'image/x-icon', content: favicon },
  { url: '/assets/page.css', type: 'text/css; charset=utf-8', content: pageStyle },
];

/** The default pictures, and the icon and style of the service's own pages. */
export const assets = async (app: App): Promise<void> => {
  for (const { url, type, content } of files)
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(content),
    );
};
