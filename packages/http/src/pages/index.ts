import type { App } from '../app.ts';
import type { AppDependencies } from '../app-dependencies.ts';
import type { Links } from '../links.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { apiReference } from './api-reference.ts';
import { assets } from './assets.ts';
import { health } from './health.ts';
import { home } from './home.ts';
import type { Site } from './html.ts';
import { invitationPage } from './invitation-page.ts';
import { problemPages } from './problem-pages.ts';

/** The options of {@link pages}. */
export interface PagesOptions extends Pick<AppDependencies, 'domain' | 'settings' | 'ready' | 'isDraining'> {
  readonly links: Links;
}

/** Everything outside /v1. */
export const pages = async (app: App, options: PagesOptions): Promise<void> => {
  const { domain, settings, links } = options;
  const site: Site = { appName: settings.appName, basePath: links.basePath };
  await app.register(home, { site, links, currency: settings.currency }); // GET /
  await app.register(health, options); //                                     GET /health/live, /health/ready
  await app.register(assets); //                                              GET /assets/*, /favicon.ico
  await app.register(invitationPage, { site, domain }); //                    GET /i/:token
  await app.register(problemPages, { site }); //                              GET /problems, /problems/:code
  await app.register(openApiDocument); //                                     GET /openapi.json
  await app.register(apiReference, { appName: settings.appName }); //         GET /docs/
};
