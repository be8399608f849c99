import type { FastifyRequest } from 'fastify';

/** Whether a body follows the headers (RFC 9112 section 6.3). */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
