import type { FormReceipts } from '@event-platform/domain';
import type { App } from '../app.ts';
import type { AppDependencies } from '../app-dependencies.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { about } from './about.ts';
import { apiReference } from './api-reference.ts';
import { appLinksFiles } from './app-links.ts';
import { formTokens } from './forms/form-token.ts';
import { answerOnce } from './forms/receipts.ts';
import { type GuestDependencies, guestPages, unsubscribePage } from './guest/index.ts';
import { health } from './health.ts';
import type { Site } from './layout.ts';
import { problemPages } from './problem-pages.ts';
import { scriptFiles } from './scripts/scripts.ts';
import { assets, stylePath } from './style/assets.ts';

/** The options of {@link pages}. */
export interface PagesOptions
  extends AppDependencies,
    Pick<GuestDependencies, 'startLimit' | 'links' | 'site'> {
  readonly formReceipts: FormReceipts;
}

/** The settings of pages. */
export const siteOf = ({ settings, links }: Pick<PagesOptions, 'settings' | 'links'>): Site => ({
  brand: settings.brand,
  publicUrl: settings.publicUrl,
  basePath: links.basePath,
  currency: settings.currency,
  styleUrl: `${links.basePath}${stylePath(settings.brand.color)}`,
});

/** Everything outside /v1. */
export const pages = async (app: App, options: PagesOptions): Promise<void> => {
  const { settings, links, clock, formReceipts, site } = options;
  const brandColor = settings.brand.color;
  const guests = {
    ...options,
    tokens: formTokens(settings.formSecrets, clock),
    answerOnce: answerOnce(formReceipts, clock),
  };
  await app.register(guestPages, guests); //                                  GET /, /e/*, /i/*, /sitemap.xml
  await app.register(unsubscribePage, guests); //                             GET, POST /u/:token
  await app.register(appLinksFiles, { appLinks: settings.appLinks, basePath: links.basePath }); // GET /.well-known/*
  await app.register(about, { site, links, currency: settings.currency }); // GET /about
  await app.register(health, options); //                                     GET /health/live, /health/ready
  await app.register(assets, { brandColor }); //                              GET /assets/*, /favicon.ico
  await app.register(scriptFiles); //                                         GET /assets/*.js
  await app.register(problemPages, { site }); //                              GET /problems, /problems/:code
  await app.register(openApiDocument); //                                     GET /openapi.json
  await app.register(apiReference, { appName: settings.appName }); //         GET /docs/
};
