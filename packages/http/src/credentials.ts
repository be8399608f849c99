import type { CredentialName, Domain, ReaderOf, UnopenedDomain } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import type { RefreshClaims, RefreshTokens } from './security/refresh-tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route takes, by the names of the register; the bearer of its `auth` is added. */
    credentials?: readonly CredentialName[];
  }
  interface FastifyRequest {
    /** The commands of the domain: of `keyedDomain` where it is set. */
    readonly domain: UnopenedDomain;
    /** While the request runs once for its `Idempotency-Key`: a domain whose commands are one transaction. */
    keyedDomain: Domain | null;
  }
}

type OnRoute = Pick<FastifyRequest, 'routeOptions'>;

/** @throws {Error} when the route of a request takes a credential that its `config.credentials` does not name */
const assertNamed = ({ routeOptions: { method, url, config } }: OnRoute, name: CredentialName): void => {
  if (!config.credentials?.includes(name))
    throw new Error(`${String(method)} ${url} takes ${name}, which its config.credentials does not name`);
};

/**
 * The use cases that take a credential.
 * @throws {Error} when the route of the request does not name it
 */
export const openedBy = <Name extends CredentialName>(
  request: OnRoute & Pick<FastifyRequest, 'domain'>,
  name: Name,
): Pick<Domain, ReaderOf<Name>> => {
  assertNamed(request, name);
  return request.domain as Domain;
};

/** Refresh tokens, read only for a request whose route names what it takes them for. */
export interface SentRefreshTokens extends Pick<RefreshTokens, 'issue'> {
  read(
    request: OnRoute,
    name: 'refreshToken' | 'sessionToken' | 'knownDevice',
    token: string,
  ): RefreshClaims | null;
}

export const sentRefreshTokens = ({ issue, read }: RefreshTokens): SentRefreshTokens => ({
  issue,
  read: (request, name, token) => {
    assertNamed(request, name);
    return read(token);
  },
});
