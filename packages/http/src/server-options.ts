import { type FastifyHttpOptions, LogController, type RawServerDefault } from 'fastify';
import type { AppDependencies } from './app.ts';
import { formats } from './input/formats.ts';
import { bodyLimits } from './input/json-body.ts';
import type { Links } from './links.ts';
import { requestIdOf } from './plugins/request-id.ts';
import { answerClientError } from './problems/client-error.ts';
import { handleErrors } from './problems/handle-error.ts';

/** How long the parts of an exchange may take, in milliseconds: neither a slow client nor a slow use case holds on for ever. */
export const timeouts = {
  /** From the first byte to the last of a request's header; of a connection that says nothing, too. */
  header: 10_000,
  /** From the first byte to the last of a request. */
  request: 20_000,
  /** How often both are looked at. */
  check: 5_000,
  /** Between two requests: longer than balancers keep a connection, so that it is they who end it. */
  pause: 72_000,
  /** A connection on which nothing moves. */
  connection: 75_000,
  /** From the first byte to the answer; then it is 503. Clients are told within five seconds, whatever is slow. */
  handler: 4_700,
};

/** Instead of that for routes that wait for another provider, or write a lot. */
export const longHandlerTimeout = 30_000;

/** Longer path segments than any id, token or username, so that those are judged by their routes. */
const longestParam = 16_384;

/** How the server listens, reads and validates. */
export const serverOptions = (
  { settings, logger, timeouts: given }: Pick<AppDependencies, 'settings' | 'logger' | 'timeouts'>,
  links: Links,
): FastifyHttpOptions<RawServerDefault> => {
  const within = { ...timeouts, ...given };
  const handleError = handleErrors(links);
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: bodyLimits.usual,
    requestTimeout: within.request,
    keepAliveTimeout: within.pause,
    connectionTimeout: within.connection,
    handlerTimeout: within.handler,
    http: {
      headersTimeout: within.header,
      connectionsCheckingInterval: within.check,
      // Node would refuse without a body; `protections.ts` refuses with a problem.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Requests that are already on their way while the server closes are still answered, as problems if need be.
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestParam },
    clientErrorHandler: answerClientError(links),
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
    ajv: {
      customOptions: {
        allErrors: true,
        allowUnionTypes: true,
        // Nothing is converted, filled in or taken away: `prepare-input.ts` and the domain see to that.
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
      },
      onCreate: (ajv) => {
        for (const [name, { holds }] of Object.entries(formats)) ajv.addFormat(name, holds);
        // For the document alone: an id that is no UUID is answered like an unknown one.
        ajv.addFormat('uuid', true);
      },
    },
  };
};
