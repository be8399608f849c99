import type { FastifyReply } from 'fastify';

/**
 * Only the service's own style and forms; pictures also from where organizers and the brand keep theirs. Nothing inline
 * runs: JSON-LD is data, which is not a script to a browser.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');
const policyWithScript = `${policy};script-src 'self'`;

/** Sets the content security policy of a page, which allows the service's own scripts or none. */
export const setPolicy = (
  reply: FastifyReply,
  { hasScript }: { readonly hasScript: boolean } = { hasScript: false },
): void => {
  reply.header('content-security-policy', hasScript ? policyWithScript : policy);
};
