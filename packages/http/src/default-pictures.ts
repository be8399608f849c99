import type { App } from './app.ts';

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

/** The pictures of people and events that have none of their own: the URLs of {@link Links} lead to them. */
export const defaultPictures = async (app: App): Promise<void> => {
  for (const [name, content] of Object.entries({ avatar, cover }))
    app.get(`/assets/${name}.svg`, async (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(content),
    );
};
