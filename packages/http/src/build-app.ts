import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import type { App, AppDependencies } from './app.ts';
import { guardRoutes } from './authenticate.ts';
import { readJsonBodies } from './input/json-body.ts';
import { prepareInput } from './input/prepare-input.ts';
import { linksOf } from './links.ts';
import { describeApi, serveOpenApi } from './openapi/openapi.ts';
import { serveApiReference } from './pages/api-reference.ts';
import { serveAssets } from './pages/assets.ts';
import { serveHealth } from './pages/health.ts';
import { serveHome } from './pages/home.ts';
import type { Site } from './pages/html.ts';
import { serveInvitationPage } from './pages/invitation-page.ts';
import { serveProblemPages } from './pages/problem-pages.ts';
import { compressAnswers } from './plugins/compression.ts';
import { limitConcurrentRequests } from './plugins/concurrent-requests.ts';
import { closeGracefully } from './plugins/graceful-close.ts';
import { limitHandlerTime } from './plugins/handler-timeout.ts';
import { noteKnownPaths } from './plugins/known-paths.ts';
import { protect } from './plugins/overload-protection.ts';
import { trackWrites } from './plugins/read-your-writes.ts';
import { cacheResponses } from './plugins/response-cache.ts';
import { logResponses } from './plugins/response-log.ts';
import { handleErrors } from './problems/handle-error.ts';
import { sendProblem } from './problems/problem-response.ts';
import { limitRates } from './rate-limits/rate-limits.ts';
import { startLimit } from './rate-limits/start-limit.ts';
import { v1 } from './routes/index.ts';
import type { RouteDependencies } from './routes/route.ts';
import { accessTokens } from './security/access-tokens.ts';
import { refreshTokens } from './security/refresh-tokens.ts';
import { serverOptions } from './server-options.ts';

export type { App, AppDependencies, AppSettings } from './app.ts';

/**
 * Builds the HTTP application around a domain. It listens nowhere yet, and opens nothing.
 * @throws {RangeError} for a key that is too short to be one
 */
export const buildApp = async (dependencies: AppDependencies): Promise<App> => {
  const { domain, snapshotVersions, clock, settings, ready, isDraining } = dependencies;
  const links = linksOf(settings.publicUrl);
  const app: App = fastify(serverOptions(dependencies, links)).withTypeProvider<TypeBoxTypeProvider>();
  await dependencies.instrument?.(app);

  const methodsOf = noteKnownPaths(app);
  app.setErrorHandler(handleErrors(links));
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = (request.raw.url ?? '').split('?');
    const allowed = methodsOf(path);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    return sendProblem(
      request,
      reply,
      { code: allowed.length > 0 ? 'method_not_allowed' : 'not_found' },
      links,
    );
  });
  logResponses(app, dependencies.onResponseLogged);
  readJsonBodies(app);
  prepareInput(app);

  limitHandlerTime(app);
  closeGracefully(app, limitConcurrentRequests(app, settings.maxConcurrentRequests), isDraining);
  await protect(app, settings);
  await compressAnswers(app);
  await describeApi(app, dependencies, links);

  const routeDependencies: RouteDependencies = {
    domain,
    links,
    appName: settings.appName,
    accessTokens: await accessTokens(app, { settings, clock }),
    refreshTokens: refreshTokens(settings.refreshSecret),
    startLimit: startLimit(settings.relaxedStartLimit),
  };
  await app.register(
    async (api: App) => {
      await limitRates(api, dependencies);
      trackWrites(api, dependencies.readYourWrites);
      guardRoutes(api, routeDependencies.accessTokens, domain);
      cacheResponses(api, snapshotVersions, clock);
      for (const route of v1) route(api, routeDependencies);
    },
    { prefix: '/v1' },
  );

  const site: Site = { appName: settings.appName, basePath: links.basePath };
  serveHome(app, site, links, settings.currency);
  serveHealth(app, ready, isDraining);
  serveAssets(app);
  serveInvitationPage(app, site, routeDependencies);
  serveProblemPages(app, site);
  serveOpenApi(app);
  serveApiReference(app, settings.appName);
  return app;
};
