import { hkdfSync } from 'node:crypto';

/**
 * The key of refresh tokens, derived from the pepper (HKDF, RFC 5869) and not from the access token keys: those
 * can be rotated without ending sessions.
 */
export const refreshSecret = (pepper: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, Buffer.alloc(0), 'event-platform refresh token', 32));
