import { Type } from 'typebox';
import { oneOf } from './one-of.ts';

const smsProvider = Type.Union([
  Type.Literal('console'),
  Type.Literal('webhook'),
  Type.Literal('twilio'),
  Type.Literal('vonage'),
]);

/** The minimum length of the secret that signs webhooks, in characters. */
export const webhookSecretLength = 16;

/** Variables of SMS and mail. */
export const messageVariables = {
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
  WEBHOOK_URL: Type.Optional(Type.String({ format: 'web-url', description: 'must be an http or https URL' })),
  WEBHOOK_SECRET: Type.Optional(
    Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
      description: 'must be whsec_ and 24 to 64 bytes in base64',
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
        'must be a comma-separated list of country codes of ISO 3166-1, such as DE,GB, or * for all',
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
  NOTICE_SMS: Type.Union([Type.Literal('off'), Type.Literal('cancelled')], {
    default: 'off',
    ...oneOf('off, cancelled'),
  }),
  NOTICE_SMS_DAILY_CAP: Type.Integer({
    default: 200,
    minimum: 0,
    maximum: 1_000_000,
    description: 'must be a whole number from 0 to 1000000',
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
};
