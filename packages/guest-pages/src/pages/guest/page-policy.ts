import type { FastifyReply } from 'fastify';
import type { Site } from '../../views/layout.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where the pictures of every page are, besides the service itself. */
    pagePictures?: string;
  }
}

/** The hosts of the operator's pictures and logo. */
export const pagePictures = ({
  brand,
  picture,
  publicUrl,
}: Pick<Site, 'brand' | 'picture' | 'publicUrl'>): string => {
  const own = new URL(publicUrl).origin;
  const origins = [picture('', 'small.webp'), ...(brand.logoUrl ? [brand.logoUrl] : [])].map(
    (address) => new URL(address).origin,
  );
  return [...new Set(origins)].filter((origin) => origin !== own).join(' ');
};

/**
 * Only the service's own style and forms. Nothing inline runs: JSON-LD is data, which is not a script to a browser.
 * @param pictures where pictures may be besides the service itself
 */
const policyOf = (pictures: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `img-src ${["'self'", pictures].filter(Boolean).join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');

const header = 'content-security-policy';

/** Sets the content security policy of a page, which allows the service's own scripts or none. */
export const setPolicy = (
  reply: FastifyReply,
  { hasScript }: { readonly hasScript: boolean } = { hasScript: false },
): void => {
  // Pages for what no route is at know nothing of the site.
  const policy = policyOf(reply.server.pagePictures ?? 'https:');
  reply.header(header, hasScript ? `${policy};script-src 'self'` : policy);
};

/** One that a policy can name. Hosts may have characters that end a directive, or stand for any host. */
const namedOrigin = /^https:\/\/[a-z0-9._-]+(?::\d+)?$/;

/** Allows the pictures of elsewhere that organizers chose for what this page shows. */
export const allowCovers = (reply: FastifyReply, covers: readonly (string | null)[]): void => {
  const origins = covers
    .flatMap((cover) => (cover?.startsWith('https://') && URL.canParse(cover) ? [new URL(cover).origin] : []))
    .filter((origin) => namedOrigin.test(origin));
  if (origins.length === 0) return;
  const allowed = `img-src ${["'self'", ...new Set(origins)].join(' ')}`;
  reply.header(header, String(reply.getHeader(header)).replace("img-src 'self'", allowed));
};

/** The covers of elsewhere in a page. */
export const coversIn = (markup: string): readonly string[] =>
  [...markup.matchAll(/<img src="([^"]+)"[^>]* referrerpolicy/g)].map(([, address = '']) => address);
