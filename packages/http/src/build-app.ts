import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import type { App } from './app.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { authentication, decorateDomain } from './authenticate.ts';
import { sentRefreshTokens } from './credentials.ts';
import { defaultPictures } from './default-pictures.ts';
import { edge } from './edge/edge.ts';
import { health } from './health.ts';
import { compileLazily } from './lazy-compilers.ts';
import { linksOf } from './links.ts';
import { apiReference } from './openapi/api-reference.ts';
import { openApi, openApiDocument } from './openapi/openapi.ts';
import { v1 } from './operations/index.ts';
import type { OperationNeeds } from './operations/operation.ts';
import { sharedResponses } from './operations/shared-responses.ts';
import { pictureUploads } from './pictures/picture-uploads.ts';
import { servePictures } from './pictures/serve-pictures.ts';
import { pictureReceiver } from './pictures/upload.ts';
import { readYourWritesTracking } from './plugins/caching/read-your-writes.ts';
import { rateLimits } from './plugins/limits/rate-limits.ts';
import { startLimit } from './plugins/limits/start-limit.ts';
import { cors } from './plugins/protocol/cors.ts';
import { headers } from './plugins/protocol/headers.ts';
import { idempotencyKeys } from './plugins/protocol/idempotency-keys.ts';
import { notFound } from './plugins/protocol/not-found.ts';
import { requestInput } from './plugins/protocol/request-input.ts';
import { refusedAccess } from './plugins/records/refused-access.ts';
import { responseLog } from './plugins/records/response-log.ts';
import { errorHandler } from './problems/handle-error.ts';
import { problemExplanations } from './problems/problem-explanations.ts';
import { noteRouteRoots } from './route-roots.ts';
import { accessTokens } from './security/access-tokens.ts';
import { refreshTokens } from './security/refresh-tokens.ts';
import { serverOptions } from './server-options.ts';

/**
 * Builds the HTTP application around a domain. It neither listens nor opens anything.
 * @throws {RangeError} for a key that is too short
 */
export const buildApp = async (dependencies: AppDependencies): Promise<App> => {
  const { domain, settings } = dependencies;
  const links = linksOf(settings.publicUrl, settings.currency, settings.pictures?.url);
  const app: App = fastify(serverOptions(dependencies, links)).withTypeProvider<TypeBoxTypeProvider>();
  compileLazily(app);
  noteRouteRoots(app);
  decorateDomain(app, domain);
  await dependencies.instrument?.(app);

  const { quotas, clock, generalLimit, readYourWrites } = dependencies;
  const needs: OperationNeeds = {
    ...{ links, clock, appName: settings.appName },
    ...sharedResponses(links, clock),
    accessTokens: await accessTokens(app, settings, clock),
    refreshTokens: sentRefreshTokens(refreshTokens(settings.refreshSecrets)),
    startLimit: startLimit(settings.relaxedStartLimit),
  };
  const receivePicture = pictureReceiver(settings);
  // Nothing that signs or reads tokens.
  const pages = dependencies.pages?.({
    ...{ domain, links, clock },
    runOnce: dependencies.runOnce,
    startLimit: needs.startLimit,
    ...{ quotas, generalLimit, readYourWrites, receivePicture },
    settings: { publicUrl: settings.publicUrl, currency: settings.currency },
  });

  // The hooks of one phase run in the order of this list. Those of every request take a callback unless they
  // wait: a promise for each would cost a cached response some percent.
  app.setErrorHandler(errorHandler(links));
  await app.register(notFound, { links, page: pages?.notFound }); // onRoute, preParsing
  const onRefused = refusedAccess(dependencies);
  await app.register(responseLog, { ...dependencies, onRefused }); // onRequest, onResponse
  await app.register(requestInput); //                           body parser, preValidation
  await app.register(headers, dependencies); //                  onRequest
  await app.register(cors, settings); //                         onRequest, onSend
  await app.register(edge, dependencies); //                     onRequest, preValidation, onSend, onResponse, onClose
  await app.register(openApi, { ...dependencies, links }); //    onRoute

  await app.register(
    async (api: App) => {
      await api.register(rateLimits, dependencies); //             onRequest or preValidation
      await api.register(readYourWritesTracking, dependencies); // preHandler, onSend, onResponse
      await api.register(authentication, { ...dependencies, ...needs }); // onRequest, handler
      await api.register(idempotencyKeys, { ...dependencies, links }); // handler
      await api.register(pictureUploads, { receivePicture }); //         body parser, preParsing, handler
      for (const [operationId, add] of Object.entries(v1)) add(api, operationId, needs);
    },
    { prefix: '/v1' },
  );
  await app.register(health, dependencies); //                        GET /health/live, /health/ready
  await app.register(openApiDocument); //                             GET /openapi.json
  await app.register(apiReference, { appName: settings.appName }); // GET /docs/
  await app.register(defaultPictures); //                             GET /assets/avatar.svg, /assets/cover.svg
  const folder = settings.pictures?.folder;
  if (folder) await app.register(servePictures, { folder }); //        GET /pictures/:id/:file
  await app.register(pages?.routes ?? problemExplanations); //        GET /problems, /problems/:code
  return app;
};
