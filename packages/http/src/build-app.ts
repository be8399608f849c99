import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import { answerInTime } from './answer-in-time.ts';
import { noteAnswers } from './answers.ts';
import type { App, AppNeeds } from './app.ts';
import { guardRoutes } from './authenticate.ts';
import { closeInTime } from './close-in-time.ts';
import { compressAnswers } from './compression.ts';
import { handleErrors } from './handle-error.ts';
import { readJsonBodies } from './input/json-body.ts';
import { prepareInput } from './input/prepare-input.ts';
import { noteKnownPaths } from './known-paths.ts';
import { linksOf } from './links.ts';
import { describeApi, serveOpenApi } from './openapi.ts';
import { surroundWrites } from './own-writes.ts';
import { serveApiReference } from './pages/api-reference.ts';
import { serveAssets } from './pages/assets.ts';
import { serveHealth } from './pages/health.ts';
import { serveHome } from './pages/home.ts';
import type { Site } from './pages/html.ts';
import { serveInvitationPage } from './pages/invitation-page.ts';
import { serveProblemPages } from './pages/problem-pages.ts';
import { sendProblem } from './problem-response.ts';
import { protect } from './protections.ts';
import { limitRates } from './rate-limits.ts';
import { rememberAnswers } from './remember-answers.ts';
import { boundRequestsInFlight } from './requests-in-flight.ts';
import { v1 } from './routes/index.ts';
import type { RouteNeeds } from './routes/route.ts';
import { accessTokens } from './security/access-tokens.ts';
import { refreshTokens } from './security/refresh-tokens.ts';
import { serverOptions } from './server-options.ts';
import { startLimit } from './start-limit.ts';

export type { App, AppNeeds, AppSettings } from './app.ts';

/**
 * Builds the HTTP application around a domain. It listens nowhere yet, and opens nothing.
 * @throws {RangeError} for a key that is too short to be one
 */
export const buildApp = async (needs: AppNeeds): Promise<App> => {
  const { domain, changeMarks, clock, settings, ready, isDraining } = needs;
  const links = linksOf(settings.publicUrl);
  const app: App = fastify(serverOptions(needs, links)).withTypeProvider<TypeBoxTypeProvider>();
  await needs.instrument?.(app);

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
  noteAnswers(app, needs.onAnswer);
  readJsonBodies(app);
  prepareInput(app);

  answerInTime(app);
  closeInTime(app, boundRequestsInFlight(app, settings.mostInFlight), isDraining);
  await protect(app, settings);
  await compressAnswers(app);
  await describeApi(app, needs, links);

  const routeNeeds: RouteNeeds = {
    domain,
    links,
    appName: settings.appName,
    accessTokens: await accessTokens(app, { settings, clock }),
    refreshTokens: refreshTokens(settings.refreshSecret),
    startLimit: startLimit(settings.relaxedStartLimit),
  };
  await app.register(
    async (api: App) => {
      await limitRates(api, needs);
      surroundWrites(api, needs.ownWrites);
      guardRoutes(api, routeNeeds.accessTokens, domain);
      rememberAnswers(api, changeMarks, clock);
      for (const route of v1) route(api, routeNeeds);
    },
    { prefix: '/v1' },
  );

  const site: Site = { appName: settings.appName, basePath: links.basePath };
  serveHome(app, site, links, settings.currency);
  serveHealth(app, ready, isDraining);
  serveAssets(app);
  serveInvitationPage(app, site, routeNeeds);
  serveProblemPages(app, site);
  serveOpenApi(app);
  serveApiReference(app, settings.appName);
  return app;
};
