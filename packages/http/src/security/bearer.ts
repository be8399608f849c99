import type { FastifyRequest } from 'fastify';

/** Whether the request names the Bearer scheme, with or without a token. Any other scheme is not ours to judge. */
export const sentBearer = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^bearer(?:\s|$)/i.test(headers.authorization ?? '');
