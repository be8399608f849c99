import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Session } from '@event-platform/domain';
import { assertSecretLength } from './secret-length.ts';

/** The content of an authentic refresh token. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly generation: number;
}

/** Refresh tokens: `sid.gen.mac`, opaque to clients. */
export interface RefreshTokens {
  issue(session: Pick<Session, 'id' | 'generation'>): string;
  /** Null for any text that is not exactly a token that this service issued. */
  read(token: string): RefreshClaims | null;
}

/** No leading zero and no unused base64 bits (the MAC is compared as text): each token has one encoding. */
const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

/**
 * @param secrets the first issues, all read
 * @throws {RangeError} when there is none, or one shorter than 32 bytes
 */
export const refreshTokens = (secrets: readonly Buffer[]): RefreshTokens => {
  const [current] = secrets;
  if (!current) throw new RangeError('There must be a secret for refresh tokens');
  for (const secret of secrets) assertSecretLength('The refresh secret', secret);
  const macOf = (text: string, secret = current): Buffer =>
    Buffer.from(createHmac('sha256', secret).update(text).digest('base64url'));
  return {
    issue: ({ id, generation }) => `${id}.${generation}.${macOf(`${id}.${generation}`)}`,
    read: (token) => {
      const [, sessionId, generation, mac] = form.exec(token) ?? [];
      if (sessionId === undefined || generation === undefined || mac === undefined) return null;
      const bytes = Buffer.from(mac);
      const isOurs = secrets.some((secret) =>
        timingSafeEqual(macOf(`${sessionId}.${generation}`, secret), bytes),
      );
      return isOurs ? { sessionId, generation: Number(generation) } : null;
    },
  };
};
