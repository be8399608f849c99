import type { Config } from './config/config.ts';
import { demoSignIns } from './demo/demo-sign-ins.ts';

export interface BannerFacts {
  readonly database: string;
  /** Whether the demo people of the banner have accounts. */
  readonly hasDemo: boolean;
}

/** What the console shows after the start: the addresses, and in development how to sign in. */
export const banner = (
  { publicUrl, host, port, isProduction, sms, mail }: Config,
  { database, hasDemo }: BannerFacts,
): string => {
  if (isProduction) return `The event platform serves ${publicUrl} on ${host}:${port}.\n`;
  const people = demoSignIns.map(({ name, phone }) => `${phone} (${name})`).join(', ');
  const rows: readonly (readonly [string, string])[] = [
    ['API', `${publicUrl}/v1/events`],
    ['Docs', `${publicUrl}/docs`],
    ['Database', database],
    [
      'SMS',
      sms.provider === 'console' ? 'printed here: the code to sign in with appears below' : sms.provider,
    ],
    ['Mail', mail.smtpUrl === undefined ? 'printed here' : 'sent by SMTP'],
    ...(hasDemo && sms.provider === 'console' ? [['Sign in as', people] as const] : []),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`);
  return `\nThe event platform is ready. Ctrl-C stops it.\n\n${lines.join('\n')}\n\n`;
};
