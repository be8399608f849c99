import type { BuildCompilerFromPool } from '@fastify/ajv-compiler';
import {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  LogController,
  type RawServerDefault,
} from 'fastify';
import type { AppSettings } from './app-settings.ts';
import { formats } from './input/formats.ts';
import type { Links } from './links.ts';
import { clientErrorHandler } from './plugins/protocol/client-error.ts';
import { requestIdOf } from './plugins/protocol/headers.ts';
import { errorHandler } from './problems/handle-error.ts';

/** Time limits of a request and its connection, in milliseconds. */
export interface Timeouts {
  /** From the first byte to the last of a request's headers; also of a new connection without a request. */
  readonly header: number;
  /** From the headers to the last byte of a request that sends no file. */
  readonly request: number;
  /** The same of one that sends a file. */
  readonly upload: number;
  /** Interval at which both are checked. */
  readonly check: number;
  /** Of an idle connection between two requests. */
  readonly keepAlive: number;
  /** Of a connection without any traffic. */
  readonly connection: number;
  /** From the arrival of a request to its response; then the response is 503. */
  readonly handler: number;
}

export const timeouts: Timeouts = {
  header: 10_000,
  request: 20_000,
  upload: 120_000,
  check: 5_000,
  // Longer than load balancers keep a connection, so that they are the side that closes it.
  keepAlive: 72_000,
  connection: 75_000,
  // Clients get a response within five seconds, however slow the database is.
  handler: 4_700,
};

/** The handler timeout of routes that wait for another provider, or write a lot; in milliseconds. */
export const longHandlerTimeout = 30_000;

/** For downloads of any size on slow networks, in milliseconds: they come as they are read. */
export const downloadTimeout = 600_000;

/** For an upload, its turn to be decoded, and decoding, in milliseconds. */
export const uploadHandlerTimeout = 200_000;

/** The maximum size of a body, in bytes. */
export const bodyLimits = { usual: 64 * 1024, invites: 1024 * 1024 } as const;

/** Longer than any id, token or username, so that their routes respond to overlong path segments. */
const maxParamLength = 16_384;

/** How requests are validated. */
export const ajvOptions: Parameters<BuildCompilerFromPool>[1] = {
  customOptions: {
    allErrors: true,
    allowUnionTypes: true,
    // The validator only compares: `request-input.ts` and the domain convert values and fill in defaults.
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
  },
  onCreate: (ajv) => {
    for (const [name, { isValid }] of Object.entries(formats)) ajv.addFormat(name, isValid);
    // Only documented: an id that is not a UUID gets the response of an unknown id.
    ajv.addFormat('uuid', true);
  },
};

export interface ServerDependencies {
  readonly settings: Pick<AppSettings, 'trustProxy'>;
  readonly logger: FastifyBaseLogger;
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** How the server listens, reads and validates. */
export const serverOptions = (
  { settings, logger, timeouts: overrides }: ServerDependencies,
  links: Links,
): FastifyHttpOptions<RawServerDefault> => {
  const { header, upload, check, keepAlive, connection } = { ...timeouts, ...overrides };
  const handleError = errorHandler(links);
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: bodyLimits.usual,
    requestTimeout: upload,
    keepAliveTimeout: keepAlive,
    connectionTimeout: connection,
    http: {
      headersTimeout: header,
      connectionsCheckingInterval: check,
      // Node would respond without a body; `headers.ts` responds with a problem.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections while the server closes still get their response.
    return503OnClosing: false,
    routerOptions: { maxParamLength },
    clientErrorHandler: clientErrorHandler(links),
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
  };
};
