import { type Environment, webhookSecretLength } from './environment.ts';
import { readKeyRing, readSecret } from './formats.ts';
import { isGuessableKey, isGuessableText } from './guessable.ts';

/** What the configuration is read for: to serve, or only to work on the database. */
export type Purpose = 'serve' | 'database';

type Variable = keyof Environment;

const providerNeeds: Readonly<Record<string, readonly Variable[]>> = {
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
    const missing = (providerNeeds[provider] ?? [])
      .filter((name) => env[name] === undefined)
      .map((name) => `${name} is needed with ${variable}=${provider}.`);
    const senders = [env.TWILIO_MESSAGING_SERVICE_SID, env.TWILIO_FROM].filter(
      (sender) => sender !== undefined,
    );
    if (provider !== 'twilio' || senders.length === 1) return missing;
    return [
      ...missing,
      `Exactly one of TWILIO_MESSAGING_SERVICE_SID and TWILIO_FROM is needed with ${variable}=twilio.`,
    ];
  });

const mailFaults = (env: Environment): readonly string[] =>
  env.SMTP_URL !== undefined && env.MAIL_FROM === undefined
    ? ['MAIL_FROM is needed with SMTP_URL: it says whom the mails come from.']
    : [];

const metricsFaults = (env: Environment): readonly string[] =>
  env.METRICS_PORT !== undefined && Number(env.METRICS_PORT) === Number(env.PORT)
    ? ['METRICS_PORT must not be PORT: the metrics are not for everybody.']
    : [];

const databaseFaults = (env: Environment): readonly string[] => [
  ...(['DATABASE_REPLICA_URLS', 'DATABASE_DIRECT_URL'] as const)
    .filter((name) => env[name] !== undefined && env.DATABASE_URL === undefined)
    .map((name) => `DATABASE_URL is needed with ${name}.`),
  ...(env.DATABASE_POOLER === 'transaction' && env.DATABASE_DIRECT_URL === undefined
    ? [
        'DATABASE_DIRECT_URL is needed with DATABASE_POOLER=transaction: migrations and the mail queue hold connections.',
      ]
    : []),
];

const inProduction = (variable: Variable, why: string): string =>
  `${variable} must be set with NODE_ENV=production: ${why}.`;

const databaseRefusals = (env: Environment): readonly string[] =>
  env.DATABASE_URL === undefined
    ? [inProduction('DATABASE_URL', 'the embedded database is for development')]
    : [];

const drawOne = 'draw 32 random bytes, for instance with openssl rand';

/** Secrets that are there and well-formed, but were typed and not drawn, or serve twice. */
const weakSecrets = (env: Environment): readonly string[] => {
  const keys = readKeyRing(env.JWT_KEYS ?? '') ?? [];
  const pepper = readSecret(env.OTP_PEPPER ?? '');
  const isWeak = (bytes: Buffer) => isGuessableKey(bytes.toString('base64url'), bytes);
  const texts = keys.map(({ secret }) => secret.toString('hex'));
  return [
    ...(keys.some(({ secret }) => isWeak(secret))
      ? [`JWT_KEYS must not hold a key that can be guessed with NODE_ENV=production: ${drawOne}.`]
      : []),
    ...(new Set(texts).size < texts.length ? ['JWT_KEYS must not hold a key under two names.'] : []),
    ...(pepper && isWeak(pepper)
      ? [`OTP_PEPPER must not be one that can be guessed with NODE_ENV=production: ${drawOne}.`]
      : []),
    ...(pepper && texts.includes(pepper.toString('hex')) ? ['OTP_PEPPER must not be one of JWT_KEYS.'] : []),
    ...(env.SMS_WEBHOOK_SECRET !== undefined &&
    // A shorter one is told to be too short.
    env.SMS_WEBHOOK_SECRET.length >= webhookSecretLength &&
    isGuessableText(env.SMS_WEBHOOK_SECRET)
      ? ['SMS_WEBHOOK_SECRET must not be one that can be guessed with NODE_ENV=production.']
      : []),
  ];
};

const servingRefusals = (env: Environment): readonly string[] => [
  ...(env.JWT_KEYS === undefined ? [inProduction('JWT_KEYS', 'access tokens are signed with it')] : []),
  ...(env.OTP_PEPPER === undefined ? [inProduction('OTP_PEPPER', 'sign-in codes are derived from it')] : []),
  ...(env.SMS_PROVIDER === undefined
    ? [inProduction('SMS_PROVIDER', 'codes are printed on the console otherwise')]
    : []),
  ...providersOf(env)
    .filter(([, provider]) => provider === 'console')
    .map(
      ([variable]) =>
        `${variable} must not be console with NODE_ENV=production: it prints codes instead of sending them.`,
    ),
  ...(env.SMTP_URL === undefined
    ? [inProduction('SMTP_URL', 'invitations are printed on the console otherwise')]
    : []),
  ...weakSecrets(env),
];

/** What is wrong with variables taken together, and what production refuses to run with. */
export const ruleFaults = (env: Environment, purpose: Purpose): readonly string[] => {
  const isServing = purpose === 'serve';
  return [
    ...databaseFaults(env),
    ...(isServing ? [...providerFaults(env), ...mailFaults(env), ...metricsFaults(env)] : []),
    ...(env.NODE_ENV === 'production'
      ? [...databaseRefusals(env), ...(isServing ? servingRefusals(env) : [])]
      : []),
  ];
};
