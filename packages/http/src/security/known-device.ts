import type { RefreshTokens } from './refresh-tokens.ts';

/**
 * The session of the refresh token that a client sends as its `device`. The MAC proves that this service gave the token
 * out, and the session tells for which phone; that it expired, was exchanged or annulled makes no difference. Null for any
 * other text and without one, which makes the caller an unknown one and is no fault.
 */
export const sessionOfDevice = (
  refreshTokens: Pick<RefreshTokens, 'read'>,
  device: string | undefined,
): string | null => (device === undefined ? null : (refreshTokens.read(device)?.sessionId ?? null));
