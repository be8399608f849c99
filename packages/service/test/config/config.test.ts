import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import t from 'tap';
import { banner } from '../../src/banner.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Purpose } from '../../src/config/environment-rules.ts';
import { isGuessableKey } from '../../src/config/guessable.ts';
import { openSecrets } from '../../src/config/secrets.ts';
import { ConfigError } from '../../src/faults/config-error.ts';
import { relaxedStartLimit } from '../../src/rate-limits/relaxed-start-limit.ts';

/** Drawn from a letter, so that it is the same each time. */
const key = (letter: string): string => createHash('sha256').update(letter).digest('base64url');

const faultsOf = (variables: Record<string, string>, purpose?: Purpose): readonly string[] => {
  try {
    readConfig(variables, purpose);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

const bannerFacts = { database: 'embedded', hasDemo: false };

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:database-password@db.example.com/events',
  JWT_KEYS: `2026:${key('a')},2025:${key('b')}`,
  OTP_PEPPER: key('c'),
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.example.com/send',
  SMS_WEBHOOK_SECRET: 'a secret of the webhook',
  SMS_COUNTRIES: 'DE',
  SMTP_URL: 'smtps://user:mail-password@mail.example.com',
  MAIL_FROM: 'Events <events@example.com>',
  PUBLIC_URL: 'https://events.example.com',
  CONTACT_EMAIL: 'help@example.com',
};

t.test('without NODE_ENV the service listens on this machine alone', async (t) => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'events.example.com']) {
    t.match(faultsOf({ HOST }), [/^HOST: .+ without NODE_ENV .+ HOST to 127\.0\.0\.1\.$/], HOST);
    t.strictSame(faultsOf({ HOST, NODE_ENV: 'development' }), [], HOST);
    t.strictSame(faultsOf({ HOST }, 'database'), [], 'listens on nothing');
  }
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    t.strictSame(faultsOf({ HOST }), [], HOST);
});

t.test('an empty environment is a valid development configuration', async (t) => {
  const config = readConfig({ PORT: '', DATABASE_URL: ' ' });
  t.match(config, {
    isProduction: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    databasePooler: 'none',
    webConcurrency: 1,
    rateLimit: 0,
    migrateOnStart: true,
    demoData: undefined,
    currency: 'EUR',
    metrics: undefined,
    tracing: undefined,
    trustProxy: [],
    sms: { provider: 'console' },
    domain: {
      smsDailyBudget: 1_000,
      smsDailyCap: 10_000,
      noticeSms: 'off',
      noticeSmsDailyCap: 200,
      emailDailyCap: 1_000,
      smsCountries: [],
      testPhones: null,
    },
  });
  t.ok(Object.isFrozen(config) && Object.isFrozen(config.domain) && Object.isFrozen(config.sms));
});

t.test('pages of this machine may call the service in development, of no origin in production', (t) => {
  t.strictSame(readConfig({}).corsOrigins, ['loopback']);
  t.match(banner(readConfig({}), bannerFacts), /Web site +http:\/\/127.0.0.1:3000\/\n/);
  t.match(banner(readConfig({}), bannerFacts), /CORS +pages of this machine .*CORS_ORIGINS adds others/);
  const webViews = ['capacitor', 'ionic', 'tauri', 'https'].map((scheme) => `${scheme}://localhost`);
  const hybrid = { CORS_ORIGINS: webViews.join() };
  t.strictSame(readConfig(hybrid).corsOrigins, ['loopback', ...webViews]);
  t.match(banner(readConfig(hybrid), bannerFacts), /any port\), capacitor:\/\/localhost, ionic/);
  t.strictSame(readConfig({ ...production, ...hybrid }).corsOrigins, webViews);
  for (const unusable of ['capacitor://evil.example', 'https://*.example.com'])
    t.match(faultsOf({ CORS_ORIGINS: unusable }), [/^CORS_ORIGINS: /], unusable);
  t.strictSame(readConfig(production).corsOrigins, []);
  t.match(banner(readConfig(production), bannerFacts), /may call it: none; CORS_ORIGINS/);
  const named = { ...production, CORS_ORIGINS: 'https://app.example.com' };
  t.match(banner(readConfig(named), bannerFacts), /may call it: https:\/\/app\.example\.com\./);
  t.match(banner(readConfig({ ...production, CORS_ORIGINS: '*' }), bannerFacts), /of all origins/);
  t.end();
});

t.test('what is set and has no effect is warned about', (t) => {
  const settings = { PUBLC_URL: '', BRAND_COLOUR: '', MAIL_FORM: '', HOSTT: '', PROT: '', PUBLIC_URI: '' };
  const meant = ['PUBLIC_URL', 'BRAND_COLOR', 'MAIL_FROM', 'HOST', 'PORT', 'PUBLIC_URL'];
  t.strictSame(
    readConfig(settings).warnings,
    Object.keys(settings).map(
      (name, at) => `${name}: is no setting of the service; did you mean ${meant[at]}?`,
    ),
  );
  const others = { PATH: '', HOSTNAME: '', PUBLC_URI: '', BRAND: '', PUBLIC_URL_: '' };
  t.equal(readConfig(others).warnings.length, 1);
  const redis = { REDIS_URL: 'redis://cache' };
  t.match(readConfig(redis).warnings, [/^REDIS_URL: has no effect without RATE_LIMIT/]);
  t.strictSame(readConfig({ ...redis, RATE_LIMIT: '10' }).warnings, []);
  t.end();
});

t.test('quotas of accounts are scaled, turned off, or given to importers', async (t) => {
  const domainOf = (variables: Readonly<Record<string, string>>) => readConfig(variables).domain;
  t.match(domainOf({}), { quotaScale: 1, eventQuotas: {} });
  for (const [text, scale] of [
    ['0', 0],
    ['0.5', 0.5],
    ['1000000', 1_000_000],
  ] as const)
    t.equal(domainOf({ QUOTA_SCALE: text }).quotaScale, scale);
  for (const text of ['-0.1', '1000001', 'off']) t.equal(faultsOf({ QUOTA_SCALE: text }).length, 1, text);
  const [one, two] = ['0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12', '0197A5C2-7F3E-7C1A-9B1E-2F4D6A8C0E13'];
  t.strictSame(domainOf({ EVENT_QUOTAS: `${one}=5000, ${two}=1` }).eventQuotas, {
    [one]: 5_000,
    [two.toLowerCase()]: 1,
  });
  for (const text of [`${one}=0`, `${one}`, `${one}=-1`, 'x=1', `${one}=1.5`, `${one}=99999999`])
    t.equal(faultsOf({ EVENT_QUOTAS: text }).length, 1, text);
});

t.test('only development relaxes the limits of sign-in', async (t) => {
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const testPhones = { TEST_PHONES: `+15550001111=1234;until=${soon}` };
  const limitOf = (variables: Readonly<Record<string, string | undefined>>) =>
    relaxedStartLimit(readConfig({ ...variables, ...testPhones }), libphonenumberPhoneNumbers());
  for (const variables of [{}, { NODE_ENV: 'development' }]) {
    const relaxed = limitOf(variables);
    t.ok(relaxed?.isExempt?.('+1 555 000 1111'));
    t.notOk(relaxed?.isExempt?.('+15550001112'));
    t.notOk(relaxed?.isExempt?.('x'));
    t.ok(readConfig(variables).domain.trialPhones.length > 0, 'the demo people');
  }
  for (const variables of [production, { NODE_ENV: 'test' }]) {
    t.equal(limitOf(variables), undefined);
    t.same(readConfig(variables).domain.trialPhones, []);
  }
});

t.test('reports every fault at once, by name and without its value', async (t) => {
  const faults = faultsOf({
    ...production,
    PORT: '99999',
    PUBLIC_URL: 'ftp://files.example.com',
    JWT_KEYS: `2026:${key('a')},old:dG9vLXNob3J0`,
    OTP_PEPPER: 'far-too-short',
    TRUST_PROXY: '10.0.0.0/33',
    CORS_ORIGINS: 'https://app.example.com/path',
    LOG_LEVEL: 'chatty',
    CURRENCY: 'EURO',
    DATABASE_URL: 'mysql://app:database-password@db.example.com/events',
    SMS_PROVIDER: 'twilio',
    SMS_COUNTRIES: 'DE,XX',
    SMS_DAILY_BUDGET: '-1',
    SMS_DAILY_CAP: '1.5',
    EMAIL_DAILY_CAP: 'many',
    QUOTA_SCALE: '-1',
    EVENT_QUOTAS: 'mira=5000',
    SMTP_URL: 'https://mail-password@mail.example.com',
    TEST_PHONES: '+15550001111=1234',
    DEMO_DATA: 'perhaps',
    METRICS_PORT: '0',
    METRICS_HOST: 'not a host',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317',
  });
  const named = [
    'PORT',
    'PUBLIC_URL',
    'JWT_KEYS',
    'OTP_PEPPER',
    'TRUST_PROXY',
    'CORS_ORIGINS',
    'LOG_LEVEL',
    'CURRENCY',
    'DATABASE_URL',
    'TWILIO_ACCOUNT_SID',
    'TWILIO_AUTH_TOKEN',
    'SMS_COUNTRIES',
    'SMS_DAILY_BUDGET',
    'SMS_DAILY_CAP',
    'EMAIL_DAILY_CAP',
    'QUOTA_SCALE',
    'EVENT_QUOTAS',
    'SMTP_URL',
    'TEST_PHONES',
    'DEMO_DATA',
    'METRICS_PORT',
    'METRICS_HOST',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ];
  for (const name of named) t.equal(faults.filter((fault) => fault.startsWith(`${name}: `)).length, 1, name);
  t.ok(faults.some((fault) => /^TWILIO_MESSAGING_SERVICE_SID: exactly one/.test(fault)));
  t.equal(faults.length, named.length + 1);
  t.notMatch(faults.join('\n'), /dG9vLXNob3J0|far-too-short|database-password|mail-password|1234\n/);
});

t.test('production rejects missing secrets, the console and the embedded database', async (t) => {
  t.same(
    faultsOf({ NODE_ENV: 'production' }).map((fault) => fault.split(':')[0]),
    [
      'DATABASE_URL',
      'JWT_KEYS',
      'OTP_PEPPER',
      'SMS_PROVIDER',
      'SMS_COUNTRIES',
      'CONTACT_EMAIL',
      'SMTP_URL',
      'MAIL_FROM',
      'PUBLIC_URL',
    ],
  );
  t.match(faultsOf({ ...production, SMS_PROVIDER: 'console' }), [/^SMS_PROVIDER: must not be console/]);
  t.match(faultsOf({ ...production, SMS_FALLBACK_PROVIDER: 'console' }), [
    /^SMS_FALLBACK_PROVIDER: must not/,
  ]);
  t.match(faultsOf({ ...production, SMS_COUNTRIES: '' }), [/^SMS_COUNTRIES: must be set in production/]);
  t.same(readConfig({ ...production, SMS_COUNTRIES: '*' }).domain.smsCountries, [], 'all, knowingly');
  for (const countries of ['DE,*', 'DE,UK', 'EU', 'XX', 'D'])
    t.match(
      faultsOf({ ...production, SMS_COUNTRIES: countries }),
      [/^SMS_COUNTRIES: .* ISO 3166-1/],
      countries,
    );
  t.same(faultsOf(production), []);
  t.match(readConfig(production), { isProduction: true, migrateOnStart: false, logLevel: 'info' });
});

t.test('production rejects secrets that are not randomly generated', async (t) => {
  const series = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
  const typed = [
    Buffer.alloc(32),
    Buffer.alloc(32, 'a'),
    Buffer.alloc(40, 'abcdefgh'),
    Buffer.from('change-me-to-a-secret-of-32-bytes-or-more'),
    Buffer.from('this is my example, one of 32 bytes at least'),
    series,
    Buffer.from(series.toReversed()),
  ].map((bytes) => bytes.toString('base64url'));
  for (const OTP_PEPPER of [...typed, `changeme_${key('x')}`])
    t.match(
      faultsOf({ ...production, OTP_PEPPER }),
      [/^OTP_PEPPER: can be guessed; make one with: openssl/],
      OTP_PEPPER,
    );
  for (const secret of typed) {
    const JWT_KEYS = `new:${key('d')},old:${secret}`;
    t.match(faultsOf({ ...production, JWT_KEYS }), [/^JWT_KEYS: holds a key that can be guessed/], secret);
    t.same(faultsOf({ JWT_KEYS }), [], 'development may');
  }
  for (const SMS_WEBHOOK_SECRET of ['x'.repeat(40), 'changemechangeme', 'secret-of-the-webhook'])
    t.match(faultsOf({ ...production, SMS_WEBHOOK_SECRET }), [/^SMS_WEBHOOK_SECRET: can be guessed/]);
  t.match(faultsOf({ ...production, OTP_PEPPER: key('a') }), ['OTP_PEPPER: must not be one of JWT_KEYS.']);
  t.match(faultsOf({ ...production, JWT_KEYS: `a:${key('a')},b:${key('a')}` }), [/^JWT_KEYS: must not hold/]);
  const ring = (...keys: readonly string[]) => keys.map((text, index) => `p${index}:${text}`).join();
  const peppers = {
    [ring(key('c'), key('c'))]: /^OTP_PEPPER: must not hold a key under two names/,
    [ring(key('c'), key('b'))]: /^OTP_PEPPER: must not be one of JWT_KEYS/,
    [ring(key('c'), typed[0] ?? '')]: /^OTP_PEPPER: can be guessed/,
  };
  for (const [OTP_PEPPER, fault] of Object.entries(peppers))
    t.match(faultsOf({ ...production, OTP_PEPPER }), [fault]);
  for (const name of ['JWT_KEYS', 'OTP_PEPPER', 'SMS_WEBHOOK_SECRET'] as const)
    for (const value of ['', '   ', 'short', '<fill in>'])
      t.equal(faultsOf({ ...production, [name]: value }).length, 1, `${name}=${value}`);
  const faults = faultsOf({ ...production, JWT_KEYS: `a:${typed[0]}`, OTP_PEPPER: typed[1] ?? '' });
  t.equal(faults.length, 2, 'all at once');
  t.notMatch(faults.join(), typed[1] ?? '', 'without the value');
  for (let drawn = 0; drawn < 2_000; drawn += 1)
    t.notOk(isGuessableKey(key(`${drawn}`), createHash('sha256').update(`${drawn}`).digest()));
});

t.test('programs that only use the database need only the database settings', async (t) => {
  t.same(faultsOf({ NODE_ENV: 'production', DATABASE_URL: production.DATABASE_URL }, 'database'), []);
  t.match(faultsOf({ NODE_ENV: 'production' }, 'database'), [/^DATABASE_URL/]);
});

t.test('reads worker processes, replicas, a pooler and Redis', async (t) => {
  const DATABASE_URL = 'postgres://app@pooler.example.com:6432/events';
  const DATABASE_DIRECT_URL = 'postgres://app@db.example.com/events';
  t.match(
    readConfig({
      DATABASE_URL,
      DATABASE_DIRECT_URL,
      DATABASE_POOLER: 'transaction',
      WEB_CONCURRENCY: '4',
      RATE_LIMIT: '600',
      REDIS_URL: 'redis://cache.example.com',
    }),
    {
      databaseUrl: DATABASE_URL,
      databaseDirectUrl: DATABASE_DIRECT_URL,
      databasePooler: 'transaction',
      webConcurrency: 4,
      rateLimit: 600,
      redisUrl: 'redis://cache.example.com',
    },
  );
  for (const DATABASE_POOLER of ['transaction', 'transaction-prepared'])
    t.match(faultsOf({ DATABASE_URL, DATABASE_POOLER }), [
      new RegExp(`^DATABASE_DIRECT_URL: must be set with DATABASE_POOLER=${DATABASE_POOLER}, `),
    ]);
  t.match(faultsOf({ DATABASE_DIRECT_URL }), [/^DATABASE_URL: must be set with DATABASE_DIRECT_URL/]);
  t.match(
    faultsOf({ WEB_CONCURRENCY: '0', RATE_LIMIT: '-1', REDIS_URL: 'http://x', DATABASE_POOLER: 'session' }),
    [/^WEB_CONCURRENCY: must/, /^DATABASE_POOLER: must/, /^RATE_LIMIT: must/, /^REDIS_URL: must/],
  );
});

t.test('reports a user name or password that must be percent-encoded, without its value', async (t) => {
  const urls: readonly (readonly [string, string, string])[] = [
    ['DATABASE_URL', 'postgres://', '/events'],
    ['REDIS_URL', 'redis://', ''],
    ['SMTP_URL', 'smtps://', ''],
  ];
  for (const [name, scheme, path] of urls) {
    for (const password of [
      'pa#ss',
      'pa/ss',
      '12/ss',
      'pa?ss',
      '12?ss',
      '12#ss',
      '50%',
      'p%zz',
      'p@x#y',
      'p@s/s#1',
      'p@s/s',
    ])
      t.same(
        faultsOf({ [name]: `${scheme}app:${password}@host.example.com${path}`, MAIL_FROM: 'a@b.example' }),
        [
          `${name}: has a special character in its user name or password: write @ as %40, # as %23, / as %2F, ? as %3F, % as %25.`,
        ],
        `${name} ${password}`,
      );
    for (const password of ['p%40s%23%2F%3F%25', 'p@ss', 'p:ss'])
      t.same(
        faultsOf({ [name]: `${scheme}app:${password}@host.example.com${path}`, MAIL_FROM: 'a@b.example' }),
        [],
        `${name} ${password}`,
      );
  }
  const DATABASE_URL = 'postgres://app@db.example.com/events';
  t.match(faultsOf({ DATABASE_URL, DATABASE_REPLICA_URLS: `${DATABASE_URL},postgres://app:a#b@c/d` }), [
    /^DATABASE_REPLICA_URLS: has a special character/,
  ]);
  for (const url of ['postgres://db:99999/x', 'postgres://'])
    t.match(faultsOf({ DATABASE_URL: url }), [/^DATABASE_URL: must be a URL such as postgres:/], url);
  for (const url of [
    'postgres:///e?host=/run/postgresql',
    'postgres://u:p@/e?host=/run',
    'postgres://u:p@%2Frun:5432/e',
  ])
    t.same(faultsOf({ DATABASE_URL: url }), [], url);
});

t.test('accelerators are all unless some or none are named', async (t) => {
  t.ok(readConfig(production).accelerators.includes('request-reads'));
  t.strictSame(readConfig({ ...production, ACCELERATORS: 'none' }).accelerators, []);
  t.ok(readConfig(production).accelerators.includes('listing-index'));
  t.notOk(readConfig({ ...production, LISTING_INDEX: 'off' }).accelerators.includes('listing-index'));
  for (const names of ['none,standbys', 'turbo', 'all,standbys'])
    t.match(faultsOf({ ACCELERATORS: names }), [
      /^ACCELERATORS: must be all, none or a comma-separated list of \w/,
    ]);
});

t.test('lists and compound values are parsed', async (t) => {
  const config = readConfig({
    ...production,
    PUBLIC_URL: 'https://events.example.com/api/',
    TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1',
    CORS_ORIGINS: 'https://app.example.com,http://localhost:5173',
    SMS_COUNTRIES: 'de, FR',
    TEST_PHONES: '+15550001111=1234,+44 7700 900461=5678;until=2027-01-31'.replaceAll(' ', ''),
    DATABASE_REPLICA_URLS: 'postgres://a/b,postgresql://c/d',
    ACCELERATORS: 'standbys, request-reads',
  });
  t.match(config, {
    publicUrl: 'https://events.example.com/api',
    trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
    corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
    databaseReplicaUrls: ['postgres://a/b', 'postgresql://c/d'],
    accelerators: ['standbys', 'request-reads'],
    domain: {
      smsCountries: ['DE', 'FR'],
      testPhones: {
        codes: { '+15550001111': '1234', '+447700900461': '5678' },
        until: new Date('2027-02-01T00:00:00.000Z'),
      },
    },
  });
  t.same(
    config.jwtKeys?.map(({ kid, secret }) => [kid, secret.length]),
    [
      ['2026', 32],
      ['2025', 32],
    ],
  );
});

t.test('test phones need an expiry date that exists, and key rings a name for each key', async (t) => {
  for (const TEST_PHONES of ['+15550001111=1234;until=2027-02-30', '+15550001111=123;until=2027-01-31', 'x'])
    t.match(faultsOf({ TEST_PHONES }), [/^TEST_PHONES: must look like/]);
  for (const OTP_PEPPER of [
    `a:${key('a')},a:${key('b')}`,
    `${key('a')},${key('b')}`,
    `a:${key('a')},b:short`,
  ])
    t.match(faultsOf({ OTP_PEPPER }), [/^OTP_PEPPER: must be at least 32 bytes/]);
  for (const JWT_KEYS of [key('a'), `a:${key('a')},a:${key('b')}`, `a:${key('a')},`])
    t.match(faultsOf({ JWT_KEYS }), [/^JWT_KEYS: must be/]);
});

t.test('shows localhost for an address that means every interface', async (t) => {
  t.equal(readConfig({ NODE_ENV: 'test', HOST: '0.0.0.0', PORT: '8080' }).publicUrl, 'http://localhost:8080');
  t.equal(readConfig({ HOST: '::1' }).publicUrl, 'http://[::1]:3000');
});

t.test('generates development secrets once, readable by their owner only', async (t) => {
  const dataDir = join(t.testdir(), 'data');
  const missing = { dataDir, jwtKeys: undefined, otpPeppers: undefined };
  const secrets = openSecrets(missing);
  t.same(openSecrets(missing), secrets);
  t.equal(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600);
  t.not(readFileSync(join(dataDir, 'secrets.json'), 'utf8').length, 0);
  const other = openSecrets({ ...missing, dataDir: join(t.testdir({ other: {} }), 'other') });
  t.notSame(other.otpPeppers, secrets.otpPeppers);
});

t.test('uses given secrets, and does not replace damaged ones', async (t) => {
  const { jwtKeys, otpPeppers } = readConfig(production);
  const dataDir = join(t.testdir(), 'data');
  t.same(openSecrets({ dataDir, jwtKeys, otpPeppers }), { jwtKeys, otpPeppers });
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'secrets.json'), '{"JWT_KEYS":');
  t.throws(() => openSecrets({ dataDir, jwtKeys: undefined, otpPeppers }), { name: 'OperatorError' });
});

t.test('metrics and traces are off until they are configured', async (t) => {
  t.match(readConfig({ NODE_ENV: 'test', METRICS_PORT: '9464', HOST: '0.0.0.0' }), {
    metrics: { host: '127.0.0.1', port: 9464 },
    tracing: undefined,
  });
  t.match(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com/in/' }), {
    metrics: undefined,
    tracing: { endpoint: 'https://otel.example.com/in', serviceName: 'event-platform' },
  });
  t.match(faultsOf({ PORT: '3000', METRICS_PORT: '3000' }), [/^METRICS_PORT: must not be PORT/]);
});
