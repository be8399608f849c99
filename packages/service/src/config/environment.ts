import { acceleratorNames } from '@event-platform/adapters-postgres';
import { type Static, Type } from 'typebox';
import { messageVariables } from './environment-messages.ts';
import { pictureVariables } from './environment-pictures.ts';
import { processVariables } from './environment-process.ts';
import { pushVariables } from './environment-push.ts';
import { oneOf } from './one-of.ts';

const publicPage = Type.Optional(
  Type.String({ format: 'https-url', maxLength: 2_048, description: 'must be an https URL of a page' }),
);

/**
 * The schema of every variable that the service reads. A description completes the error message that begins with the
 * variable's name; formats are those of `formats.ts`. An empty variable counts as absent.
 */
export const environment = Type.Object({
  ...processVariables,

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
  CONTACT_EMAIL: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
      maxLength: 254,
      description: 'must be an e-mail address such as help@example.com',
    }),
  ),
  IMPRINT_URL: publicPage,
  PRIVACY_URL: publicPage,
  TERMS_URL: publicPage,
  HOME_PLACE: Type.Optional(
    Type.String({
      format: 'home-place',
      description:
        'must be latitude, longitude, kilometres and perhaps a name, such as 52.52,13.405,50,Berlin',
    }),
  ),
  PRICE_NOTE: Type.Optional(
    Type.String({ maxLength: 200, description: 'must be a text of at most 200 characters' }),
  ),
  ORGANISER_PAGES: Type.Boolean({ default: true, description: 'must be true or false' }),
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
  DATABASE_POOLER: Type.Union(
    [Type.Literal('none'), Type.Literal('transaction'), Type.Literal('transaction-prepared')],
    { default: 'none', ...oneOf('none, transaction, transaction-prepared') },
  ),
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
  ACCELERATORS: Type.String({
    default: 'all',
    format: 'accelerators',
    description: `must be all, none or a comma-separated list of ${acceleratorNames.join(', ')}`,
  }),
  LISTING_INDEX: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    ...oneOf('on, off'),
  }),
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

  ...messageVariables,
  ...pictureVariables,

  ...pushVariables,

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
