import { type Static, Type } from 'typebox';

const smsProvider = Type.Union([
  Type.Literal('console'),
  Type.Literal('webhook'),
  Type.Literal('twilio'),
  Type.Literal('vonage'),
]);

/** The minimum length of the secret that signs webhooks, in characters. */
export const webhookSecretLength = 16;

const oneOf = (description: string) => ({ description: `must be one of ${description}` });

/**
 * The schema of every variable that the service reads. A description completes the error message that begins with the
 * variable's name; formats are those of `formats.ts`. An empty variable counts as absent.
 */
export const environment = Type.Object({
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
  APP_NAME: Type.String({
    default: 'Event Platform',
    maxLength: 60,
    description: 'must be a name of at most 60 characters',
  }),
  BRAND_NAME: Type.Optional(
    Type.String({ maxLength: 60, description: 'must be a name of at most 60 characters' }),
  ),
  BRAND_COLOR: Type.String({
    default: '#4b47a3',
    pattern: '^#[0-9a-fA-F]{6}$',
    description: 'must be a colour such as #4b47a3',
  }),
  BRAND_LOGO_URL: Type.Optional(
    Type.String({
      format: 'https-url',
      maxLength: 2_048,
      description: 'must be an https URL of a picture',
    }),
  ),
  APPLE_APP_IDS: Type.Optional(
    Type.String({
      format: 'apple-app-ids',
      description: 'must be a comma-separated list such as ABCDE12345.com.example.events',
    }),
  ),
  ANDROID_APPS: Type.Optional(
    Type.String({
      format: 'android-apps',
      description:
        'must be a comma-separated list of package=fingerprint, each fingerprint 32 hexadecimal bytes joined by colons',
    }),
  ),
  CURRENCY: Type.String({
    default: 'EUR',
    format: 'currency',
    description: 'must be a currency code of ISO 4217, such as EUR',
  }),

  DATABASE_URL: Type.Optional(
    Type.String({
      format: 'postgres-url',
      description: 'must be a URL such as postgres://user:password@host:5432/database',
    }),
  ),
  DATABASE_POOLER: Type.Union([Type.Literal('none'), Type.Literal('transaction')], {
    default: 'none',
    ...oneOf('none, transaction'),
  }),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      format: 'postgres-url',
      description: 'must be a URL such as postgres://user:password@host:5432/database',
    }),
  ),
  DATABASE_REPLICA_URLS: Type.Optional(
    Type.String({
      format: 'postgres-urls',
      description:
        'must be a comma-separated list of URLs such as postgres://user:password@host:5432/database',
    }),
  ),
  RATE_LIMIT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
    description: 'must be a whole number from 0 to 1000000',
  }),
  REDIS_URL: Type.Optional(
    Type.String({
      format: 'redis-url',
      description: 'must be a redis:// or rediss:// URL, such as redis://:password@host:6379',
    }),
  ),
  DATA_DIR: Type.String({ default: '.data', description: 'must be the path of a folder' }),
  MIGRATE_ON_START: Type.Optional(Type.Boolean({ description: 'must be true or false' })),
  DEMO_DATA: Type.Optional(Type.Boolean({ description: 'must be true or false' })),

  JWT_KEYS: Type.Optional(
    Type.String({
      format: 'key-ring',
      description:
        'must be kid:key pairs joined by commas, each key at least 32 bytes in base64url, each kid once',
    }),
  ),
  OTP_PEPPER: Type.Optional(
    Type.String({
      format: 'peppers',
      description:
        'must be at least 32 bytes in base64url, or kid:key pairs of such keys joined by commas, each kid once',
    }),
  ),
  TEST_PHONES: Type.Optional(
    Type.String({
      format: 'test-phones',
      description:
        'must look like +15550001111=1234,+15550002222=5678;until=2027-01-31, with the expiry date',
    }),
  ),

  SMS_PROVIDER: Type.Optional(Type.Union(smsProvider.anyOf, oneOf('console, webhook, twilio, vonage'))),
  SMS_FALLBACK_PROVIDER: Type.Optional(
    Type.Union(smsProvider.anyOf, oneOf('console, webhook, twilio, vonage')),
  ),
  SMS_WEBHOOK_URL: Type.Optional(
    Type.String({ format: 'web-url', description: 'must be an http or https URL' }),
  ),
  SMS_WEBHOOK_SECRET: Type.Optional(
    Type.String({
      minLength: webhookSecretLength,
      description: `must be at least ${webhookSecretLength} characters`,
    }),
  ),
  TWILIO_ACCOUNT_SID: Type.Optional(
    Type.String({
      pattern: '^AC[0-9a-fA-F]{32}$',
      description: 'must be AC and 32 hexadecimal digits',
    }),
  ),
  TWILIO_AUTH_TOKEN: Type.Optional(Type.String()),
  TWILIO_MESSAGING_SERVICE_SID: Type.Optional(
    Type.String({
      pattern: '^MG[0-9a-fA-F]{32}$',
      description: 'must be MG and 32 hexadecimal digits',
    }),
  ),
  TWILIO_FROM: Type.Optional(Type.String()),
  TWILIO_BASE_URL: Type.Optional(
    Type.String({ format: 'web-url', description: 'must be an http or https URL' }),
  ),
  VONAGE_API_KEY: Type.Optional(Type.String()),
  VONAGE_API_SECRET: Type.Optional(Type.String()),
  VONAGE_FROM: Type.Optional(Type.String()),
  VONAGE_BASE_URL: Type.Optional(
    Type.String({ format: 'web-url', description: 'must be an http or https URL' }),
  ),
  SMS_COUNTRIES: Type.Optional(
    Type.String({
      format: 'countries',
      description:
        'must be a comma-separated list of country codes of ISO 3166-1, such as DE,FR, or * for all',
    }),
  ),
  SMS_DAILY_BUDGET: Type.Integer({
    default: 1_000,
    minimum: 0,
    maximum: 100_000_000,
    description: 'must be a whole number from 0 to 100000000',
  }),
  SMS_DAILY_CAP: Type.Integer({
    default: 10_000,
    minimum: 0,
    maximum: 100_000_000,
    description: 'must be a whole number from 0 to 100000000',
  }),
  ANDROID_APP_HASH: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9+/]{11}$', description: 'must be 11 characters of base64' }),
  ),

  SMTP_URL: Type.Optional(
    Type.String({
      format: 'smtp-url',
      description: 'must be an smtp:// or smtps:// URL, such as smtps://user:password@host:465',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^(?:[^<>@,;]*<[^\\s<>@,;]+@[^\\s<>@,;]+>|[^\\s<>@,;]+@[^\\s<>@,;]+)$',
      description: 'must be an e-mail address, such as Events <events@example.com>',
    }),
  ),
  QUOTA_SCALE: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1_000_000,
    description: 'must be a number from 0 (no quotas) to 1000000',
  }),
  EVENT_QUOTAS: Type.Optional(
    Type.String({
      format: 'event-quotas',
      description:
        'must be user ids with the events that each may make a day, such as 0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12=5000',
    }),
  ),
  EMAIL_DAILY_CAP: Type.Integer({
    default: 1_000,
    minimum: 0,
    maximum: 100_000_000,
    description: 'must be a whole number from 0 to 100000000',
  }),
});

/** An environment that satisfies the schema. */
export type Environment = Static<typeof environment>;
