import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …` (RFC 6750 section 2.1); empty without one. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Whether the request names the Bearer scheme, with or without a token. Other schemes count as anonymous. */
export const sentBearer = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^bearer(?:\s|$)/i.test(headers.authorization ?? '');
