import type { FastifyRequest } from 'fastify';
import type { SentRefreshTokens } from '../credentials.ts';

/**
 * The session of the refresh token that a client sends as its `device`. The MAC proves that this service gave the token
 * out, and the session tells for which phone; that it expired, was exchanged or annulled makes no difference. Null for any
 * other text and without one, which makes the caller an unknown one and is no fault.
 */
export const sessionOfDevice = (
  request: Pick<FastifyRequest, 'routeOptions'>,
  refreshTokens: Pick<SentRefreshTokens, 'read'>,
  device: string | undefined,
): string | null =>
  device === undefined ? null : (refreshTokens.read(request, 'knownDevice', device)?.sessionId ?? null);
