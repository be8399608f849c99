import { keyHint, secretHint } from './draw-secret.ts';
import type { Environment } from './environment.ts';
import { webhookSecretLength } from './environment-messages.ts';
import { type NamedSecret, readKeyRing, readPeppers } from './formats.ts';
import { isGuessableKey, isGuessableText } from './guessable.ts';
import { isPrinted, secretVariables } from './printed-secrets.ts';
import { exposedHost, exposedSettings } from './production-rules.ts';
import { pushFaults, pushProvidersOf } from './push-config.ts';

/** What the program needs the configuration for: to serve, or only to use the database. */
export type Purpose = 'serve' | 'database';

type Variable = keyof Environment;

const providerVariables: Readonly<Record<string, readonly Variable[]>> = {
  webhook: ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  vonage: ['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'VONAGE_FROM'],
};

const providersOf = (env: Environment): readonly (readonly [Variable, string | undefined])[] => [
  ['SMS_PROVIDER', env.SMS_PROVIDER],
  ['SMS_FALLBACK_PROVIDER', env.SMS_FALLBACK_PROVIDER],
];

const providerFaults = (env: Environment): readonly string[] =>
  providersOf(env).flatMap(([variable, provider]) => {
    if (provider === undefined) return [];
    const missingNames = (providerVariables[provider] ?? [])
      .filter((name) => env[name] === undefined)
      .map((name) => `${name}: must be set with ${variable}=${provider}.`);
    const senders = [env.TWILIO_MESSAGING_SERVICE_SID, env.TWILIO_FROM].filter(
      (sender) => sender !== undefined,
    );
    if (provider !== 'twilio' || senders.length === 1) return missingNames;
    return [
      ...missingNames,
      `TWILIO_MESSAGING_SERVICE_SID: exactly one of it and TWILIO_FROM must be set with ${variable}=twilio.`,
    ];
  });

const mailFaults = (env: Environment): readonly string[] =>
  env.SMTP_URL !== undefined && env.MAIL_FROM === undefined
    ? ['MAIL_FROM: must be set with SMTP_URL, such as Events <events@example.com>.']
    : [];

const pictureFaults = (env: Environment): readonly string[] => [
  ...(['PICTURES_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    .filter((name) => env.PICTURES === 's3' && env[name] === undefined)
    .map((name) => `${name}: must be set with PICTURES=s3.`),
  ...(env.PICTURES_PURGE_URL !== undefined && env.WEBHOOK_SECRET === undefined
    ? ['WEBHOOK_SECRET: must be set with PICTURES_PURGE_URL.']
    : []),
];

const metricsFaults = (env: Environment): readonly string[] =>
  env.METRICS_PORT !== undefined && Number(env.METRICS_PORT) === Number(env.PORT)
    ? ['METRICS_PORT: must not be PORT; metrics must not be public.']
    : [];

const databaseFaults = (env: Environment): readonly string[] => [
  ...(['DATABASE_REPLICA_URLS', 'DATABASE_DIRECT_URL'] as const)
    .filter((name) => env[name] !== undefined && env.DATABASE_URL === undefined)
    .map((name) => `DATABASE_URL: must be set with ${name}.`),
  ...(['transaction', 'transaction-prepared'] as const)
    .filter((pooler) => env.DATABASE_POOLER === pooler && env.DATABASE_DIRECT_URL === undefined)
    .map(
      (pooler) =>
        `DATABASE_DIRECT_URL: must be set with DATABASE_POOLER=${pooler}, the same database without its pooler.`,
    ),
];

const inProduction = (variable: Variable, remedy: string): string =>
  `${variable}: must be set in production${remedy}`;

const databaseRefusals = (env: Environment): readonly string[] =>
  env.DATABASE_URL === undefined
    ? [inProduction('DATABASE_URL', ', such as postgres://user:password@host:5432/database.')]
    : [];

const printedSecrets = (env: Environment): readonly string[] =>
  secretVariables
    .filter((name) => isPrinted(env[name] ?? ''))
    .map((name) => `${name}: holds a secret that the documentation prints; ${secretHint}`);

const isWeak = ({ secret }: NamedSecret): boolean => isGuessableKey(secret.toString('base64url'), secret);
const textsOf = (ring: readonly NamedSecret[]) => ring.map(({ secret }) => secret.toString('hex'));
const hasTwins = (texts: readonly string[]): boolean => new Set(texts).size < texts.length;

/** Secrets that are well-formed, but not randomly generated, or used twice. */
const weakSecrets = (env: Environment): readonly string[] => {
  const keys = readKeyRing(env.JWT_KEYS ?? '') ?? [];
  const peppers = readPeppers(env.OTP_PEPPER ?? '') ?? [];
  const keyTexts = textsOf(keys);
  const pepperTexts = textsOf(peppers);
  return [
    ...(keys.some(isWeak) ? [`JWT_KEYS: holds a key that can be guessed; ${keyHint}`] : []),
    ...(hasTwins(keyTexts) ? ['JWT_KEYS: must not hold a key under two names.'] : []),
    ...(peppers.some(isWeak) ? [`OTP_PEPPER: can be guessed; ${secretHint}`] : []),
    ...(hasTwins(pepperTexts) ? ['OTP_PEPPER: must not hold a key under two names.'] : []),
    ...(pepperTexts.some((text) => keyTexts.includes(text))
      ? ['OTP_PEPPER: must not be one of JWT_KEYS.']
      : []),
    ...(((env.WEBHOOK_URL ?? env.PICTURES_PURGE_URL) === undefined) === (env.WEBHOOK_SECRET === undefined)
      ? []
      : ['WEBHOOK_URL, WEBHOOK_SECRET: set both or none.']),
    ...(env.SMS_WEBHOOK_SECRET !== undefined &&
    // The schema reports a shorter one.
    env.SMS_WEBHOOK_SECRET.length >= webhookSecretLength &&
    isGuessableText(env.SMS_WEBHOOK_SECRET)
      ? [`SMS_WEBHOOK_SECRET: can be guessed; ${secretHint}`]
      : []),
  ];
};

const servingRefusals = (env: Environment): readonly string[] => [
  ...(env.JWT_KEYS === undefined ? [inProduction('JWT_KEYS', `; ${keyHint}`)] : []),
  ...(env.OTP_PEPPER === undefined ? [inProduction('OTP_PEPPER', `; ${secretHint}`)] : []),
  ...(env.SMS_PROVIDER === undefined
    ? [inProduction('SMS_PROVIDER', ', to webhook, twilio or vonage.')]
    : []),
  ...providersOf(env)
    .filter(([, provider]) => provider === 'console')
    .map(([variable]) => `${variable}: must not be console in production; set webhook, twilio or vonage.`),
  ...(pushProvidersOf(env).includes('console')
    ? ['PUSH: must not have console in production; set fcm, apns, expo or web.']
    : []),
  ...(env.SMS_COUNTRIES === undefined
    ? [inProduction('SMS_COUNTRIES', ' to the countries you serve, such as DE,FR, or to * for all.')]
    : []),
  ...(env.CONTACT_EMAIL === undefined
    ? [inProduction('CONTACT_EMAIL', ' to an address at which people reach you, such as help@example.com.')]
    : []),
  ...(env.SMTP_URL === undefined
    ? [inProduction('SMTP_URL', ', such as smtps://user:password@host:465.')]
    : []),
  ...(env.SMTP_URL === undefined && env.MAIL_FROM === undefined
    ? [inProduction('MAIL_FROM', ', such as Events <events@example.com>.')]
    : []),
  ...weakSecrets(env),
];

/** Faults of variables that depend on each other, and settings that production rejects. */
export const ruleFaults = (env: Environment, purpose: Purpose, now: Date): readonly string[] => {
  const isServing = purpose === 'serve';
  return [
    ...databaseFaults(env),
    ...pictureFaults(env),
    ...(isServing
      ? [...providerFaults(env), ...mailFaults(env), ...metricsFaults(env), ...pushFaults(env)]
      : []),
    ...(isServing ? exposedHost(env) : []),
    ...(env.NODE_ENV === 'production'
      ? [
          ...databaseRefusals(env),
          ...printedSecrets(env),
          ...(isServing ? [...servingRefusals(env), ...exposedSettings(env, now)] : []),
        ]
      : []),
  ];
};
