import type { Config } from './config/config.ts';
import { demoSignIns } from './demo/demo-data.ts';

export interface BannerFacts {
  readonly database: string;
  /** Whether the demo people of the banner have accounts. */
  readonly hasDemo: boolean;
}

const originsOf = (origins: Config['corsOrigins']): string => {
  if (origins.includes('*')) return 'of all origins';
  if (origins.length === 0) return 'none; CORS_ORIGINS names them';
  const [first, ...others] = origins;
  if (first !== 'loopback') return origins.join(', ');
  return `of this machine (localhost, any port)${others.length === 0 ? '; CORS_ORIGINS adds others' : `, ${others.join(', ')}`}`;
};

/** What the console shows after the start: the addresses, and in development how to sign in. */
export const banner = (
  { publicUrl, host, port, isProduction, corsOrigins, sms, mail, hasOrganiserPages }: Config,
  { database, hasDemo }: BannerFacts,
): string => {
  if (isProduction)
    return (
      `The event platform serves ${publicUrl} on ${host}:${port}. ` +
      `Pages of other origins that may call it: ${originsOf(corsOrigins)}.`
    );
  const people = demoSignIns.map(({ name, phone }) => `${phone} (${name})`).join(', ');
  const hasPeople = hasDemo && sms.provider === 'console';
  const as = hasPeople && demoSignIns[0] ? ` as ${demoSignIns[0].phone}` : '';
  const rows: readonly (readonly [string, string])[] = [
    ['Web site', `${publicUrl}/`],
    ...(hasOrganiserPages
      ? [['Your event', `${publicUrl}/organise: sign in${as} and make one`] as const]
      : []),
    ['API', `${publicUrl}/v1/events`],
    ['Docs', `${publicUrl}/docs`],
    ['CORS', `pages ${originsOf(corsOrigins)}`],
    ['Database', database],
    [
      'SMS',
      sms.provider === 'console' ? 'printed here: the code to sign in with appears below' : sms.provider,
    ],
    ['Mail', mail.smtpUrl === undefined ? 'printed here' : 'sent by SMTP'],
    ...(hasPeople ? [['Sign in as', people] as const] : []),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`);
  return `\nThe event platform is ready. Ctrl-C stops it.\n\n${lines.join('\n')}\n\n`;
};

/** Shows the banner: in production as a line of the log, as everything there. */
export const announce = (
  config: Config,
  facts: BannerFacts,
  { info, print }: { readonly info: (message: string) => void; readonly print: (text: string) => void },
): void => (config.isProduction ? info : print)(banner(config, facts));
