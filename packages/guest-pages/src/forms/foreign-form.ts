import type { FastifyRequest } from 'fastify';

/**
 * Whether a browser says that another website sent the form (Fetch Metadata, RFC 6454); a sibling domain is another one. The page
 * may be at the public URL or at the address that the request was sent to, such as `localhost`. Pages without a referrer
 * send the origin `null`, as a sandbox does: with a cookie that takes a browser which says that it was the same website.
 */
export const isForeign = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  const { origin, cookie, host: address, 'sec-fetch-site': sender } = headers;
  if (sender === 'cross-site' || sender === 'same-site') return true;
  if (origin === undefined) return false;
  if (origin === 'null') return cookie !== undefined && sender !== 'same-origin';
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return host !== new URL(publicUrl).host && host !== address;
};
