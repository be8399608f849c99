import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { AppSettings } from '../app.ts';

const options = (isSecure: boolean): HelmetOptions => ({
  // The pages of this service need a style sheet and pictures of its own, and nothing else.
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
});

/**
 * The headers that tell browsers to be careful (`helmet`). They are the same for each answer, so helmet is asked once:
 * working them out each time was a tenth of a remembered answer.
 */
export const securityHeaders = ({
  publicUrl,
}: Pick<AppSettings, 'publicUrl'>): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  } as unknown as ServerResponse;
  let isDone = false;
  helmet(options(publicUrl.startsWith('https:')))({} as IncomingMessage, response, () => {
    isDone = true;
  });
  if (!isDone) throw new Error('helmet has not set its headers');
  return headers;
};
