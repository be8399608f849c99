import { type Clock, refuse, type Session } from '@event-platform/domain';
import fastifyJwt from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import type { App, AppSettings } from '../app.ts';
import { bearerOf } from './bearer.ts';
import { assertSecretLength } from './secret-length.ts';

/** What an access token says: whose session at which generation; seconds since 1970 (RFC 7519). */
export interface AccessClaims {
  readonly sub: string;
  readonly sid: string;
  readonly gen: number;
  readonly iat: number;
  readonly exp: number;
}

/** Access tokens: JWTs as of RFC 9068 in their essentials, HS256 alone. */
export interface AccessTokens {
  issue(session: Pick<Session, 'id' | 'userId' | 'generation'>): string;
  /** The claims of the request's bearer. Throws `unauthenticated` unless it is authentic and current. */
  read(request: FastifyRequest): Promise<AccessClaims>;
}

/** How long an access token is good, in seconds. */
export const accessTokenSeconds = 15 * 60;
const tokenType = 'at+jwt';
/** Issuer and audience alike: the service talks to itself, under whatever address its replicas are reached. */
const audience = 'event-platform';
const algorithm = 'HS256';

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/**
 * Registers the JWT plugin.
 * @throws {RangeError} when there is no key, or one shorter than 32 bytes
 */
export const accessTokens = async (
  app: App,
  { settings: { jwtKeys }, clock }: { readonly settings: AppSettings; readonly clock: Clock },
): Promise<AccessTokens> => {
  const [signing] = jwtKeys;
  if (!signing) throw new RangeError('There must be a key for access tokens');
  for (const { kid, secret } of jwtKeys) assertSecretLength(`The key ${kid} of access tokens`, secret);

  // A key has a namespace of its own: only so does the plugin keep one verifier for all requests.
  for (const { kid, secret } of jwtKeys)
    await app.register(fastifyJwt, {
      namespace: namespaceOf(kid),
      secret,
      decode: { complete: true },
      sign: {
        algorithm,
        kid,
        iss: audience,
        aud: audience,
        header: { alg: algorithm, typ: tokenType },
      },
      verify: {
        algorithms: [algorithm],
        allowedIss: audience,
        allowedAud: audience,
        requiredClaims: ['sub', 'sid', 'gen', 'iss', 'aud', 'iat', 'exp'],
        checkTyp: tokenType,
        // Time is judged below, by the clock port.
        ignoreExpiration: true,
        ignoreNotBefore: true,
      },
    });
  const ring = app.jwt as unknown as Readonly<Record<string, Keyed | undefined>>;
  const signer = ring[namespaceOf(signing.kid)] as Keyed;

  return {
    issue: ({ id, userId, generation }) => {
      const iat = seconds(clock.now());
      return signer.sign({ sub: userId, sid: id, gen: generation, iat, exp: iat + accessTokenSeconds });
    },
    read: async (request) => {
      try {
        const token = bearerOf(request);
        const kid = signer.decode(token)?.header.kid;
        const claims = typeof kid === 'string' ? ring[namespaceOf(kid)]?.verify(token) : undefined;
        if (!isCanonical(token) || !claims || !isWhole(claims) || !isCurrent(claims, seconds(clock.now())))
          throw refuse('unauthenticated');
        return claims;
      } catch {
        // Whatever is wrong with a token, its bearer learns only that it does not count.
        throw refuse('unauthenticated');
      }
    },
  };
};

/** What the plugin offers under a namespace. */
interface Keyed {
  sign(claims: AccessClaims): string;
  verify(token: string): Claimed;
  decode(token: string): { readonly header: { readonly kid?: unknown } } | null;
}

type Claimed = Partial<Record<keyof AccessClaims | 'nbf', unknown>>;

/** Apart from anything else that an object may have under that name. */
const namespaceOf = (kid: string): string => `key ${kid}`;

const isWhole = (claims: Claimed): claims is AccessClaims =>
  typeof claims.sub === 'string' &&
  typeof claims.sid === 'string' &&
  Number.isSafeInteger(claims.gen) &&
  Number.isSafeInteger(claims.exp);

/** RFC 7519 sections 4.1.4 and 4.1.5. */
const isCurrent = ({ exp, nbf }: AccessClaims & Claimed, now: number): boolean =>
  now < exp && (nbf === undefined || (typeof nbf === 'number' && nbf <= now));

/** Spare bits of the last letter must be zero, or one token would have several spellings (RFC 4648 section 3.5). */
const isCanonical = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
};
