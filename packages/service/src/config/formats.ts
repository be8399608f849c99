import { isIP } from 'node:net';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import { type AcceleratorName, acceleratorNames } from '@event-platform/adapters-postgres';
import { type DomainSettings, parseId } from '@event-platform/domain';
import ipaddr from 'ipaddr.js';
import { readAndroidApps, readAppleAppIds } from './app-ids.ts';
import { readHomePlace } from './home-place.ts';
import { readPushProviders } from './push-config.ts';
import { hasUnescapedCredentials } from './url-credentials.ts';

/** A secret of a ring, such as a key of access tokens. */
export interface NamedSecret {
  readonly kid: string;
  readonly secret: Buffer;
}

/** RFC 7518 section 3.2: a key of HS256 is at least as long as the hash. */
export const secretBytes = 32;

const listOf = (text: string): readonly string[] => text.split(',').map((item) => item.trim());

const each = <Value>(text: string, read: (item: string) => Value | null): readonly Value[] | null => {
  const values = listOf(text).map(read);
  return values.every((value) => value !== null) ? (values as readonly Value[]) : null;
};

const urlOf =
  (...protocols: readonly string[]) =>
  (text: string): URL | null => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url?.hostname && protocols.includes(url.protocol) ? url : null;
  };

const webUrl = urlOf('http:', 'https:');

/** A URL to which paths can be appended, without its last slash; null for anything else. */
export const readBaseUrl = (text: string): string | null => {
  const url = webUrl(text);
  if (!url || url.search || url.hash || url.username || url.password || text.includes('#')) return null;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

const postgresScheme = /^postgres(?:ql)?:\/\/\S+$/;

/** The driver also accepts a URL without a host: that of a Unix socket, whose folder is a parameter. */
const isPostgresUrl = (text: string): boolean =>
  postgresScheme.test(text) && URL.canParse(text.replace('@/', '@localhost/'));

const readPostgresUrl = (text: string): string | null =>
  isPostgresUrl(text) && !hasUnescapedCredentials(text) ? text : null;

/** The URLs in a list; null when one of them is invalid. */
export const readPostgresUrls = (text: string): readonly string[] | null => each(text, readPostgresUrl);

/** The accelerators in a list, `all` or `none`; null when there is none of a name. */
export const readAccelerators = (text: string): readonly AcceleratorName[] | null => {
  if (text === 'all') return acceleratorNames;
  return text === 'none'
    ? []
    : each(text, (name) => acceleratorNames.find((other) => other === name) ?? null);
};

const readNetwork = (text: string): string | null => {
  const isSound = text.includes('/') ? ipaddr.isValidCIDR(text) : isIP(text) !== 0;
  return isSound ? text : null;
};

/** IP addresses and CIDR ranges; null when one of them is neither. */
export const readNetworks = (text: string): readonly string[] | null => each(text, readNetwork);

/** Of web views, whose origins have schemes of their own. */
const webViewOrigin = /^(?:capacitor|ionic|tauri):\/\/localhost$/;

const readOrigin = (text: string): string | null => {
  if (webViewOrigin.test(text)) return text;
  const url = webUrl(text);
  // No page is of a pattern such as https://*.example.com.
  return url && `${url.origin}/` === url.href && !text.includes('*') ? url.origin : null;
};

/** Origins as browsers write them, or `*` alone; null when one of them is not an origin. */
export const readOrigins = (text: string): readonly string[] | null =>
  text.trim() === '*' ? ['*'] : each(text, readOrigin);

const currencies = new Set(Intl.supportedValuesOf('currency'));

const phones = libphonenumberPhoneNumbers();

/** Countries that have phone numbers: Intl also names what no number is of, such as UK and EU. */
const countries: ReadonlySet<string> = new Set(phones.countries().map(({ code }) => code));

const readCountry = (text: string): string | null => {
  const code = text.toUpperCase();
  return countries.has(code) ? code : null;
};

/** ISO 3166-1 alpha-2 codes in upper case, none for `*`, which is all; null when no number is of one of them. */
export const readCountries = (text: string): readonly string[] | null =>
  text === '*' ? [] : each(text, readCountry);

/** At least 32 bytes of base64url; null for anything else. */
const readSecret = (text: string): Buffer | null => {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const secret = Buffer.from(text, 'base64url');
  return secret.length >= secretBytes ? secret : null;
};

const readKey = (text: string): NamedSecret | null => {
  const [, kid, encodedKey] = /^([A-Za-z0-9._-]{1,64}):(.+)$/.exec(text) ?? [];
  const secret = encodedKey === undefined ? null : readSecret(encodedKey);
  return kid === undefined || secret === null ? null : { kid, secret };
};

/** `kid:base64url,…`, the current key first; null when a key is too short or a kid repeats. */
export const readKeyRing = (text: string): readonly NamedSecret[] | null => {
  const keys = each(text, readKey);
  return keys && new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : null;
};

/** A key ring, or one secret without a name; null for anything else. */
export const readPeppers = (text: string): readonly NamedSecret[] | null => {
  const secret = readSecret(text);
  return secret ? [{ kid: 'pepper', secret }] : readKeyRing(text);
};

/** Midnight at the end of a UTC day such as `2027-01-31`; null for a date that does not exist. */
const readLastDay = (text: string): Date | null => {
  const start = new Date(`${text}T00:00:00.000Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== text) return null;
  return new Date(start.getTime() + 86_400_000);
};

/** `+15550001111=1234,…;until=2027-01-31`: the codes are valid through the last UTC day. Null for anything else. */
export const readTestPhones = (text: string): DomainSettings['testPhones'] => {
  const [, pairs, lastDay] = /^([^;]+);\s*until=(\d{4}-\d\d-\d\d)$/.exec(text.trim()) ?? [];
  const until = readLastDay(lastDay ?? '');
  const codes = each(pairs ?? '', (pair) => {
    const [, number, code] = /^(\+\d+)=(\d{4})$/.exec(pair) ?? [];
    const phone = phones.parse(number ?? '');
    return phone && code !== undefined ? ([phone.e164, code] as const) : null;
  });
  return until && codes ? { codes: Object.fromEntries(codes), until } : null;
};

/** `user id=events a day,…`; null for anything else. */
export const readEventQuotas = (text: string): DomainSettings['eventQuotas'] | null => {
  const quotas = each(text, (pair) => {
    const [, user, events] = /^([^=]+)=(\d{1,7})$/.exec(pair) ?? [];
    const id = parseId<'user'>(user ?? '');
    return id && Number(events) > 0 ? ([id, Number(events)] as const) : null;
  });
  return quotas && Object.fromEntries(quotas);
};

const holds =
  (read: (text: string) => unknown) =>
  (text: string): boolean =>
    read(text) !== null;

/** The validators of the schema's formats. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  host: (text) => /^[A-Za-z0-9._:%-]+$/.test(text),
  'web-url': holds(webUrl),
  'https-url': holds(urlOf('https:')),
  'home-place': holds(readHomePlace),
  'apple-app-ids': holds(readAppleAppIds),
  'android-apps': holds(readAndroidApps),
  'base-url': holds(readBaseUrl),
  'postgres-url': holds(readPostgresUrl),
  'postgres-urls': holds(readPostgresUrls),
  accelerators: holds(readAccelerators),
  'redis-url': (text) => !hasUnescapedCredentials(text) && urlOf('redis:', 'rediss:')(text) !== null,
  'smtp-url': (text) => !hasUnescapedCredentials(text) && urlOf('smtp:', 'smtps:')(text) !== null,
  networks: holds(readNetworks),
  origins: holds(readOrigins),
  currency: (text) => currencies.has(text),
  countries: holds(readCountries),
  peppers: holds(readPeppers),
  'key-ring': holds(readKeyRing),
  'test-phones': holds(readTestPhones),
  'event-quotas': holds(readEventQuotas),
  'push-providers': holds(readPushProviders),
};
