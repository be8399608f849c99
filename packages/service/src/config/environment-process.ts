import { Type } from 'typebox';
import { oneOf } from './one-of.ts';

/** Variables of the process: addresses, limits of its connections, log, metrics and traces. */
export const processVariables = {
  NODE_ENV: Type.Optional(
    Type.Union(
      [Type.Literal('production'), Type.Literal('development'), Type.Literal('test')],
      oneOf('production, development, test'),
    ),
  ),

  HOST: Type.String({
    default: '127.0.0.1',
    format: 'host',
    description: 'must be a host name or an IP address to listen on',
  }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 1,
    maximum: 65_535,
    description: 'must be a whole number from 1 to 65535',
  }),
  WEB_CONCURRENCY: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 256,
    description: 'must be a whole number from 1 to 256',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      description: 'must be an http or https URL without query and fragment',
    }),
  ),
  TRUST_PROXY: Type.Optional(
    Type.String({
      format: 'networks',
      description:
        'must be a comma-separated list of IP addresses and CIDR ranges, such as 10.0.0.0/8,fd00::/8',
    }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      format: 'origins',
      description: 'must be * or a comma-separated list of origins, such as https://app.example.com',
    }),
  ),
  MAX_REQUESTS: Type.Integer({
    default: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    description: 'must be a whole number from 1 to 1000000',
  }),
  DRAIN_SECONDS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 300,
    description: 'must be a whole number from 0 to 300',
  }),
  LOG_LEVEL: Type.Optional(
    Type.Union(
      [
        Type.Literal('fatal'),
        Type.Literal('error'),
        Type.Literal('warn'),
        Type.Literal('info'),
        Type.Literal('debug'),
        Type.Literal('trace'),
        Type.Literal('silent'),
      ],
      oneOf('fatal, error, warn, info, debug, trace, silent'),
    ),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: 'must be a whole number from 1 to 65535',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    format: 'host',
    description: 'must be a host name or an IP address to listen on',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      format: 'base-url',
      description: 'must be an http or https URL without query and fragment, such as http://127.0.0.1:4318',
    }),
  ),
  OTEL_SERVICE_NAME: Type.String({
    default: 'event-platform',
    maxLength: 60,
    description: 'must be a name of at most 60 characters',
  }),
};
