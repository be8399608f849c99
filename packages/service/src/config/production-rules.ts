import ipaddr from 'ipaddr.js';
import type { Environment } from './environment.ts';
import { readNetworks, readTestPhones } from './formats.ts';

/** The longest that test phones may work in production, in days: their codes are known to more than one person. */
const testPhoneDays = 90;

const dayMs = 86_400_000;

const isLoopback = (url: URL | undefined): boolean => {
  if (!url) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
};

const urlOf = (text: string | undefined): URL | undefined =>
  text !== undefined && URL.canParse(text) ? new URL(text) : undefined;

/** Whether the URL sends what it carries in clear text over a network. */
const isExposed = (url: URL | undefined, plainProtocol: string): boolean =>
  url !== undefined && url.protocol === plainProtocol && !isLoopback(url);

const publicUrlFaults = ({ PUBLIC_URL }: Environment): readonly string[] => {
  if (PUBLIC_URL === undefined)
    return ['PUBLIC_URL: must be set in production, such as https://events.example.com.'];
  return isExposed(urlOf(PUBLIC_URL), 'http:')
    ? ['PUBLIC_URL: must be https in production; only localhost may be http.']
    : [];
};

/** Whatever receives codes and links must be reached over TLS. */
const transportFaults = (env: Environment): readonly string[] => {
  const insecure = (
    [
      ...(['SMS_WEBHOOK_URL', 'WEBHOOK_URL', 'TWILIO_BASE_URL', 'VONAGE_BASE_URL'] as const),
      ...(['FCM_URL', 'EXPO_URL'] as const),
    ] as const
  )
    .filter((name) => isExposed(urlOf(env[name]), 'http:'))
    .map((name) => `${name}: must be https in production; only a loopback address may be http.`);
  const smtp = urlOf(env.SMTP_URL);
  // Without it, nodemailer goes on in clear text where a server, or an attacker in its place, offers no STARTTLS.
  const insists = smtp?.searchParams.get('requireTLS') === 'true' && !smtp.searchParams.has('ignoreTLS');
  return isExposed(smtp, 'smtp:') && !insists
    ? [
        ...insecure,
        'SMTP_URL: must be smtps, or smtp with ?requireTLS=true, in production; only a loopback address may go without TLS.',
      ]
    : insecure;
};

/** The longest prefix, in bits, that trusts addresses of the whole internet: 2000::/3 is every global IPv6 address. */
const everybodyBits = { ipv4: 3, ipv6: 3 };

const trustsEverybody = (network: string): boolean => {
  if (!network.includes('/')) return false;
  const [address, bits] = ipaddr.parseCIDR(network);
  if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress())
    return bits <= 96 + everybodyBits.ipv4;
  return bits <= everybodyBits[address.kind()];
};

const proxyFaults = ({ TRUST_PROXY }: Environment): readonly string[] =>
  readNetworks(TRUST_PROXY ?? '')?.some(trustsEverybody)
    ? ['TRUST_PROXY: must not trust every address in production; name the addresses of your proxies.']
    : [];

const testPhoneFaults = ({ TEST_PHONES }: Environment, now: Date): readonly string[] => {
  const until = readTestPhones(TEST_PHONES ?? '')?.until;
  return until && until.getTime() - now.getTime() > (testPhoneDays + 1) * dayMs
    ? [`TEST_PHONES: must end within ${testPhoneDays} days in production; set a nearer until=.`]
    : [];
};

/** Without `NODE_ENV` the limits of sign-in are relaxed and its codes are in a file: for this machine alone. */
export const exposedHost = ({ NODE_ENV, HOST }: Partial<Environment>): readonly string[] =>
  HOST === undefined ||
  NODE_ENV !== undefined ||
  isLoopback(urlOf(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}`))
    ? []
    : [
        `HOST: ${HOST} is reached from other machines, and without NODE_ENV sign-in is not protected: set NODE_ENV (production, or development for a network that you trust), or HOST to 127.0.0.1.`,
      ];

/** Settings that would expose callers or their messages in production. */
export const exposedSettings = (env: Environment, now: Date): readonly string[] => [
  ...publicUrlFaults(env),
  ...transportFaults(env),
  ...proxyFaults(env),
  ...testPhoneFaults(env, now),
];
