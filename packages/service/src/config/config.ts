import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import type { MailSettings, PushSettings } from '@event-platform/adapters-notify';
import type { AcceleratorName } from '@event-platform/adapters-postgres';
import type { DomainSettings, OperatorContact } from '@event-platform/domain';
import type { AppLinks, Brand, HomePlace } from '@event-platform/guest-pages';
import { demoPeople } from '../demo/demo-data.ts';
import { ConfigError } from '../faults/config-error.ts';
import { readAndroidApps, readAppleAppIds } from './app-ids.ts';
import { checkEnvironment } from './check-environment.ts';
import type { Environment } from './environment.ts';
import { type Purpose, ruleFaults } from './environment-rules.ts';
import {
  type NamedSecret,
  readAccelerators,
  readBaseUrl,
  readCountries,
  readEventQuotas,
  readKeyRing,
  readNetworks,
  readOrigins,
  readPeppers,
  readPostgresUrls,
  readTestPhones,
} from './formats.ts';
import { demoPlace, readHomePlace } from './home-place.ts';
import { pushOf, pushProvidersFor } from './push-config.ts';
import type { S3Settings } from './s3-settings.ts';
import { type SmsConfig, smsOf } from './sms-config.ts';
import { warningsOf } from './warnings.ts';

/** The configuration, checked and parsed. Frozen. */
export interface Config {
  readonly isProduction: boolean;
  /** What is set and has no effect, a sentence each. */
  readonly warnings: readonly string[];
  /** `NODE_ENV` is `development` or absent: sign-in limits are relaxed. */
  readonly isDevelopment: boolean;
  readonly host: string;
  readonly port: number;
  /** The number of worker processes. */
  readonly webConcurrency: number;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The same database without its pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** What the other database URLs lead through. */
  readonly databasePooler: Environment['DATABASE_POOLER'];
  readonly databaseReplicaUrls: readonly string[];
  /** What makes the database's adapters faster. */
  readonly accelerators: readonly AcceleratorName[];
  /** An absolute path. */
  readonly dataDir: string;
  readonly migrateOnStart: boolean;
  /** Absent: only for a new embedded database. */
  readonly demoData: boolean | undefined;
  readonly trustProxy: readonly string[];
  /** Whose pages may call the service; `loopback` stands for every page that this machine serves. */
  readonly corsOrigins: readonly string[];
  /** How many requests may be in flight. */
  readonly maxConcurrentRequests: number;
  /** How long a stopping service still serves while not ready, so that load balancers stop routing to it. */
  readonly drainMs: number;
  readonly logLevel: string;
  readonly currency: string;
  /** How the pages for guests look. */
  readonly brand: Brand;
  /** The builder's apps. */
  readonly appLinks: AppLinks;
  readonly homePlace: HomePlace | null;
  /** How prices are paid; null for the usual words. */
  readonly priceNote: string | null;
  readonly hasOrganiserPages: boolean;
  /** The address of the metrics. Absent: no metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The OTLP endpoint, without a slash at its end, and the service name of its spans. Absent: no tracing. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string } | undefined;
  /** Requests a minute from one address; 0 is unlimited. */
  readonly rateLimit: number;
  /** The Redis that counts them for all replicas. Absent: each process counts its own. */
  readonly redisUrl: string | undefined;
  /** The signing key first. Absent in development: see `openSecrets`. */
  readonly jwtKeys: readonly NamedSecret[] | undefined;
  /** The current one first. */
  readonly otpPeppers: readonly NamedSecret[] | undefined;
  readonly sms: SmsConfig;
  readonly push: PushSettings;
  /** The operator's endpoint, which hears of everything. */
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  /** Signs what the operator's own endpoints get. */
  readonly webhookSecret: string | undefined;
  readonly pictures: {
    /** An absolute path; of those on disk. */
    readonly folder: string;
    /** Where they are fetched, without a slash at its end. */
    readonly url: string;
    /** Absent: they are on disk. */
    readonly s3: S3Settings | undefined;
    readonly purgeUrl: string | undefined;
  };
  readonly contact: OperatorContact;
  readonly mail: Omit<MailSettings, 'write' | 'accents' | 'contact'>;
  readonly domain: DomainSettings;
}

/**
 * Reads the environment.
 * @param purpose programs that only use the database need no secrets and no SMS or mail settings
 * @param now the day from which test phones may still work in production
 * @throws {ConfigError} with every fault
 */
export const readConfig = (
  variables: Readonly<Record<string, string | undefined>>,
  purpose: Purpose = 'serve',
  now: Date = new Date(),
): Config => {
  const { env, faults } = checkEnvironment(variables);
  const all = [...faults, ...ruleFaults(env, purpose, now)];
  if (all.length > 0) throw new ConfigError(all);
  return freeze({ ...parse(env), warnings: warningsOf(variables, env) });
};

const listenUrl = (host: string, port: number): string => {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
};

const optional = <Value>(
  text: string | undefined,
  read: (text: string) => Value | null,
): Value | undefined => (text === undefined ? undefined : (read(text) ?? undefined));

const parse = (env: Environment): Omit<Config, 'warnings'> => {
  const isProduction = env.NODE_ENV === 'production';
  const isDevelopment = env.NODE_ENV === undefined || env.NODE_ENV === 'development';
  const publicUrl = optional(env.PUBLIC_URL, readBaseUrl) ?? listenUrl(env.HOST, env.PORT);
  return {
    isProduction,
    isDevelopment,
    host: env.HOST,
    port: env.PORT,
    webConcurrency: env.WEB_CONCURRENCY,
    publicUrl,
    // In development where the first of the demo events are.
    hasOrganiserPages: env.ORGANISER_PAGES,
    homePlace: optional(env.HOME_PLACE, readHomePlace) ?? (isDevelopment ? demoPlace : null),
    priceNote: env.PRICE_NOTE ?? null,
    appLinks: {
      apple: optional(env.APPLE_APP_IDS, readAppleAppIds) ?? [],
      android: optional(env.ANDROID_APPS, readAndroidApps) ?? [],
    },
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePooler: env.DATABASE_POOLER,
    databaseReplicaUrls: optional(env.DATABASE_REPLICA_URLS, readPostgresUrls) ?? [],
    accelerators: (readAccelerators(env.ACCELERATORS) ?? []).filter(
      (name) => name !== 'listing-index' || env.LISTING_INDEX === 'on',
    ),
    dataDir: resolve(env.DATA_DIR),
    migrateOnStart: env.MIGRATE_ON_START ?? !isProduction,
    demoData: env.DEMO_DATA,
    trustProxy: optional(env.TRUST_PROXY, readNetworks) ?? [],
    corsOrigins: [...(isProduction ? [] : ['loopback']), ...(optional(env.CORS_ORIGINS, readOrigins) ?? [])],
    maxConcurrentRequests: env.MAX_REQUESTS,
    drainMs: env.DRAIN_SECONDS * 1_000,
    // In development the console is for the banner and the printed messages.
    logLevel: env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    currency: env.CURRENCY,
    brand: {
      name: env.BRAND_NAME ?? env.APP_NAME,
      color: env.BRAND_COLOR.toLowerCase(),
      logoUrl: env.BRAND_LOGO_URL ?? null,
    },
    contact: {
      email: env.CONTACT_EMAIL ?? null,
      imprintUrl: env.IMPRINT_URL ?? null,
      privacyUrl: env.PRIVACY_URL ?? null,
      termsUrl: env.TERMS_URL ?? null,
    },
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    tracing: tracingOf(env),
    rateLimit: env.RATE_LIMIT,
    redisUrl: env.REDIS_URL,
    jwtKeys: optional(env.JWT_KEYS, readKeyRing),
    otpPeppers: optional(env.OTP_PEPPER, readPeppers),
    sms: smsOf(env, publicUrl),
    push: pushOf(env),
    mail: {
      appName: env.APP_NAME,
      publicUrl,
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? 'events@localhost',
    },
    webhook:
      env.WEBHOOK_URL !== undefined && env.WEBHOOK_SECRET !== undefined
        ? { url: env.WEBHOOK_URL, secret: env.WEBHOOK_SECRET }
        : undefined,
    webhookSecret: env.WEBHOOK_SECRET,
    pictures: picturesOf(env, publicUrl),
    domain: {
      picturesAreHttps: isProduction,
      smsDailyBudget: env.SMS_DAILY_BUDGET,
      smsDailyCap: env.SMS_DAILY_CAP,
      noticeSms: env.NOTICE_SMS,
      noticeSmsDailyCap: env.NOTICE_SMS_DAILY_CAP,
      emailDailyCap: env.EMAIL_DAILY_CAP,
      quotaScale: env.QUOTA_SCALE,
      eventQuotas: optional(env.EVENT_QUOTAS, readEventQuotas) ?? {},
      allowLoopbackWebhooks: !isProduction,
      push: pushProvidersFor(env),
      publicUrl,
      smsCountries: optional(env.SMS_COUNTRIES, readCountries) ?? [],
      testPhones: optional(env.TEST_PHONES, readTestPhones) ?? null,
      trialPhones: isDevelopment ? demoPeople.map(({ phone }) => phone) : [],
    },
  };
};

const picturesOf = (env: Environment, publicUrl: string): Config['pictures'] => ({
  folder: resolve(env.PICTURES_DIR ?? join(env.DATA_DIR, 'pictures')),
  url: optional(env.PICTURES_URL, readBaseUrl) ?? `${publicUrl}/pictures`,
  s3:
    env.PICTURES === 's3'
      ? {
          endpoint: optional(env.S3_ENDPOINT, readBaseUrl) ?? '',
          bucket: env.S3_BUCKET ?? '',
          region: env.S3_REGION,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        }
      : undefined,
  purgeUrl: env.PICTURES_PURGE_URL,
});

const tracingOf = (env: Environment): Config['tracing'] => {
  const endpoint = optional(env.OTEL_EXPORTER_OTLP_ENDPOINT, readBaseUrl);
  return endpoint === undefined ? undefined : { endpoint, serviceName: env.OTEL_SERVICE_NAME };
};

const freeze = <Value>(value: Value): Value => {
  // The bytes of a buffer cannot be frozen.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
};
