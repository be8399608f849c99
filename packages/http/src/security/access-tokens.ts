import { type Clock, refuse, type Session } from '@event-platform/domain';
import fastifyJwt from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import { assertSecretLength } from './secret-length.ts';

/** A key of access tokens, of at least 32 bytes. */
export interface JwtKey {
  readonly kid: string;
  readonly secret: Buffer;
}

/** The claims of an access token: the session, its user and generation; seconds since 1970 (RFC 7519). */
export interface AccessClaims {
  readonly sub: string;
  readonly sid: string;
  readonly gen: number;
  readonly iat: number;
  readonly exp: number;
}

/** Access tokens: JWTs after RFC 9068, signed with HS256 alone. */
export interface AccessTokens {
  /** @param lifetime in seconds */
  issue(session: Pick<Session, 'id' | 'userId' | 'generation'>, lifetime?: number): string;
  /** The claims of the request's bearer token. Throws `unauthenticated` unless it is authentic and current. */
  read(request: FastifyRequest): Promise<AccessClaims>;
}

/** How long an access token is valid, in seconds. */
export const accessTokenSeconds = 15 * 60;
/**
 * Authentic tokens that a process remembers, less than a kilobyte each: a client sends the same one with all its requests, and
 * to verify it each time took a sixth of a request for one event.
 */
const maxVerified = 5_000;
const tokenType = 'at+jwt';
/** Issuer and audience alike: the service issues tokens only for itself, at any address of its replicas. */
const audience = 'event-platform';
const algorithm = 'HS256';

/** The token of `Authorization: Bearer …` (RFC 6750 section 2.1); empty without one. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Whether the request names the Bearer scheme, with or without a token. Other schemes count as anonymous. */
export const sentBearer = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^bearer(?:\s|$)/i.test(headers.authorization ?? '');

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/**
 * Registers the JWT plugin once for each key.
 * @throws {RangeError} when there is no key, or one shorter than 32 bytes
 */
export const accessTokens = async (
  app: App,
  { jwtKeys }: { readonly jwtKeys: readonly JwtKey[] },
  clock: Clock,
): Promise<AccessTokens> => {
  const [signingKey] = jwtKeys;
  if (!signingKey) throw new RangeError('There must be a key for access tokens');
  for (const { kid, secret } of jwtKeys) assertSecretLength(`The key ${kid} of access tokens`, secret);

  // One namespace per key: the plugin makes one verifier for each, where a key looked up per token would be asynchronous.
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
        // `isCurrent` compares the times with the clock port.
        ignoreExpiration: true,
        ignoreNotBefore: true,
      },
    });
  // The plugin's types know no namespaces.
  const keyRing = app.jwt as unknown as Readonly<Record<string, KeyedJwt | undefined>>;
  const signer = keyRing[namespaceOf(signingKey.kid)] as KeyedJwt;

  const cache = new LRUCache<string, AccessClaims>({ max: maxVerified });
  /** The claims of an authentic token, current or not; null for any fault, since the response is the same for every one. */
  const verify = (token: string): AccessClaims | null => {
    try {
      const kid = signer.decode(token)?.header.kid;
      const claims = typeof kid === 'string' ? keyRing[namespaceOf(kid)]?.verify(token) : undefined;
      return isCanonical(token) && claims && isComplete(claims) ? claims : null;
    } catch {
      return null;
    }
  };

  return {
    issue: ({ id, userId, generation }, lifetime = accessTokenSeconds) => {
      const iat = seconds(clock.now());
      return signer.sign({ sub: userId, sid: id, gen: generation, iat, exp: iat + lifetime });
    },
    read: async (request) => {
      const token = bearerOf(request);
      const claims = cache.get(token) ?? verify(token);
      if (!claims || !isCurrent(claims, seconds(clock.now()))) throw refuse('unauthenticated');
      cache.set(token, claims);
      return claims;
    },
  };
};

/** What the plugin offers under a namespace. */
interface KeyedJwt {
  sign(claims: AccessClaims): string;
  verify(token: string): UncheckedClaims;
  decode(token: string): { readonly header: { readonly kid?: unknown } } | null;
}

type UncheckedClaims = Partial<Record<keyof AccessClaims | 'nbf', unknown>>;

/** A prefix keeps keys apart from other properties of the same object. */
const namespaceOf = (kid: string): string => `key ${kid}`;

const isComplete = (claims: UncheckedClaims): claims is AccessClaims =>
  typeof claims.sub === 'string' &&
  typeof claims.sid === 'string' &&
  Number.isSafeInteger(claims.gen) &&
  Number.isSafeInteger(claims.exp);

/** RFC 7519 sections 4.1.4 and 4.1.5. */
const isCurrent = ({ exp, nbf }: AccessClaims & UncheckedClaims, now: number): boolean =>
  now < exp && (nbf === undefined || (typeof nbf === 'number' && nbf <= now));

/** Unused bits of the last base64 letter must be zero: each token has one encoding (RFC 4648 section 3.5). */
const isCanonical = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
};
