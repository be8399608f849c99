import type { FastifyRequest } from 'fastify';

/** The host of an origin, null for none and for `null`, which pages without a referrer send. */
const hostOf = (origin: string | undefined): string | null => {
  if (origin === undefined || origin === 'null') return null;
  return URL.canParse(origin) ? new URL(origin).host : '';
};

/**
 * Whether a browser says that another website sent the form (Fetch Metadata, RFC 6454). The page may be at the public
 * URL or at the address that the request was sent to, such as `localhost`.
 */
export const isForeign = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const host = hostOf(headers.origin);
  return host !== null && host !== new URL(publicUrl).host && host !== headers.host;
};
