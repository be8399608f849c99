import { type App, serviceName } from '../app.ts';
import type { Links } from '../links.ts';

/** Tells whoever knocks at the root where to go. */
export const serveHome = (app: App, links: Links, currency: string): void => {
  app.get('/', { schema: { hide: true } }, async () => ({
    name: serviceName,
    api: `${links.home}/v1`,
    documentation: links.documentation,
    openapi: links.openApi,
    currency,
  }));
};
