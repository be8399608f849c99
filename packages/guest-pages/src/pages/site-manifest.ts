import type { App } from '@event-platform/http';
import { appIcons } from '../style/assets.ts';
import type { Site } from '../views/layout.ts';

/** @see https://www.w3.org/TR/appmanifest/ */
const manifestOf = ({ brand, basePath }: Site): object => ({
  name: brand.name,
  short_name: brand.name,
  id: `${basePath}/`,
  start_url: `${basePath}/`,
  scope: `${basePath}/`,
  display: 'minimal-ui',
  theme_color: brand.color,
  background_color: brand.color,
  icons: Object.entries(appIcons).map(([path, size]) => ({
    src: `${basePath}${path}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  })),
});

/** What browsers read to put the site on a phone's screen. */
export const siteManifest = async (app: App, { site }: { readonly site: Site }): Promise<void> => {
  const manifest = JSON.stringify(manifestOf(site));
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=86400').send(manifest),
  );
};
