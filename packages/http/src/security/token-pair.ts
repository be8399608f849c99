import type { Session } from '@event-platform/domain';
import type { SentRefreshTokens } from '../credentials.ts';
import { type AccessTokens, accessTokenSeconds } from './access-tokens.ts';

interface Issuers {
  readonly accessTokens: Pick<AccessTokens, 'issue'>;
  readonly refreshTokens: Pick<SentRefreshTokens, 'issue'>;
}

/**
 * The tokens of a session at its generation. Those of a superseded one are of no use: the refresh token was exchanged,
 * and the access token has expired, so that repeating an old request gains nothing.
 */
export const tokenPair = (
  { accessTokens, refreshTokens }: Issuers,
  session: Session,
  isSuperseded = false,
) => ({
  accessToken: accessTokens.issue(session, isSuperseded ? 0 : accessTokenSeconds),
  refreshToken: refreshTokens.issue(session),
});
