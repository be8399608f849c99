import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import type { App } from './app.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { authentication } from './authenticate.ts';
import { jsonBody } from './input/json-body.ts';
import { prepareInput } from './input/prepare-input.ts';
import { compileLazily } from './lazy-compilers.ts';
import { linksOf } from './links.ts';
import { openApi } from './openapi/openapi.ts';
import { notFoundPage } from './pages/guest/guest-errors.ts';
import { pages, siteOf } from './pages/index.ts';
import { callerBulkhead } from './plugins/caller-bulkhead.ts';
import { compression } from './plugins/compression.ts';
import { concurrentRequests } from './plugins/concurrent-requests.ts';
import { cors } from './plugins/cors.ts';
import { defaultHeaders } from './plugins/default-headers.ts';
import { forwardedForWarning } from './plugins/forwarded-for-warning.ts';
import { gracefulClose } from './plugins/graceful-close.ts';
import { handlerTimeout } from './plugins/handler-timeout.ts';
import { idempotencyKeys } from './plugins/idempotency-keys.ts';
import { notFound } from './plugins/not-found.ts';
import { overloadProtection } from './plugins/overload-protection.ts';
import { readYourWritesTracking } from './plugins/read-your-writes.ts';
import { requestConformance } from './plugins/request-conformance.ts';
import { responseCache } from './plugins/response-cache.ts';
import { responseLog } from './plugins/response-log.ts';
import { waitingConnections } from './plugins/waiting-connections.ts';
import { errorHandler } from './problems/handle-error.ts';
import { rateLimits } from './rate-limits/rate-limits.ts';
import { startLimit } from './rate-limits/start-limit.ts';
import { v1 } from './routes/index.ts';
import type { RouteDependencies } from './routes/route.ts';
import { scopedDomain } from './scoped-domain.ts';
import { accessTokens } from './security/access-tokens.ts';
import { refreshTokens } from './security/refresh-tokens.ts';
import { serverOptions } from './server-options.ts';

/**
 * Builds the HTTP application around a domain. It neither listens nor opens anything.
 * @throws {RangeError} for a key that is too short
 */
export const buildApp = async (dependencies: AppDependencies): Promise<App> => {
  const { settings } = dependencies;
  const { domain, within } = scopedDomain(dependencies.domain);
  const links = linksOf(settings.publicUrl);
  const site = siteOf({ settings, links });
  const app: App = fastify(serverOptions(dependencies, links)).withTypeProvider<TypeBoxTypeProvider>();
  compileLazily(app);
  await dependencies.instrument?.(app);

  const routeDependencies: RouteDependencies = {
    domain,
    links,
    appName: settings.appName,
    clock: dependencies.clock,
    accessTokens: await accessTokens(app, settings, dependencies.clock),
    refreshTokens: refreshTokens(settings.refreshSecrets),
    startLimit: startLimit(settings.relaxedStartLimit),
  };

  // The hooks of one phase run in the order of this list. Those of every request take a callback unless they
  // wait: a promise for each would cost a cached response some percent.
  app.setErrorHandler(errorHandler(links));
  await app.register(notFound, { links, page: notFoundPage(site) }); // onRoute
  await app.register(responseLog, dependencies); //              onRequest, onResponse
  await app.register(forwardedForWarning, dependencies); //      onRequest
  await app.register(jsonBody); //                               body parser
  await app.register(prepareInput); //                           preValidation
  await app.register(handlerTimeout, dependencies); //           onRequest
  await app.register(waitingConnections, settings); //           onRequest, preValidation, onSend, onResponse, onClose
  await app.register(concurrentRequests, settings); //           onRequest, preValidation
  await app.register(gracefulClose, { isDraining: dependencies.isDraining }); // onSend, preClose, onClose
  await app.register(defaultHeaders, settings); //               onRequest
  await app.register(requestConformance); //                     onRequest
  await app.register(cors, settings); //                         onRequest
  await app.register(overloadProtection); //                     onRequest
  await app.register(callerBulkhead); //                         preValidation, onSend
  await app.register(compression); //                            onSend
  await app.register(openApi, { ...dependencies, links }); //    onRoute

  await app.register(
    async (api: App) => {
      await api.register(rateLimits, dependencies); //             onRequest or preValidation
      await api.register(readYourWritesTracking, dependencies); // preHandler, onSend, onResponse
      await api.register(authentication, { ...dependencies, ...routeDependencies }); // onRequest, handler
      await api.register(responseCache, dependencies); //          onRequest, onSend, onResponse
      await api.register(idempotencyKeys, { ...dependencies, within, links }); // handler
      for (const route of v1) route(api, routeDependencies);
    },
    { prefix: '/v1' },
  );
  await app.register(pages, { ...dependencies, ...routeDependencies, site });
  return app;
};
