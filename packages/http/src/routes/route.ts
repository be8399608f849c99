import type { Clock, Session } from '@event-platform/domain';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { App } from '../app.ts';
import type { SentRefreshTokens } from '../credentials.ts';
import type { Links } from '../links.ts';
import { type AccessTokens, accessTokenSeconds } from '../security/access-tokens.ts';

export interface RouteDependencies {
  readonly links: Links;
  readonly appName: string;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: SentRefreshTokens;
  /** The limit of the route that sends SMS. */
  readonly startLimit: RateLimitOptions;
}

/**
 * Adds one route to the API: its schema, then its handler with one call of the domain. The handler returns its response:
 * what it sends itself would be sent before it is committed.
 */
export type Route = (app: App, dependencies: RouteDependencies) => void;

/**
 * The tokens of a session at its generation. Those of a superseded one are of no use: the refresh token was exchanged,
 * and the access token has expired, so that repeating an old request gains nothing.
 */
export const tokenPair = (
  { accessTokens, refreshTokens }: Pick<RouteDependencies, 'accessTokens' | 'refreshTokens'>,
  session: Session,
  isSuperseded = false,
) => ({
  accessToken: accessTokens.issue(session, isSuperseded ? 0 : accessTokenSeconds),
  refreshToken: refreshTokens.issue(session),
});
