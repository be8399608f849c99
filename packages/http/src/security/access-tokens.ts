import { type Clock, refuse, type Session } from '@event-platform/domain';
import fastifyJwt from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import type { App, AppSettings } from '../app.ts';
import { assertSecretLength } from './secret-length.ts';

/** What an access token says: whose session at which generation; seconds since 1970 (RFC 7519). */
export interface AccessClaims {
  readonly sub: string;
  readonly sid: string;
  readonly gen: number;
  readonly iat: number;
  readonly exp: number;
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: AccessClaims;
    user: AccessClaims;
  }
}

/** Access tokens: JWTs as of RFC 9068 in their essentials, HS256 alone. */
export interface AccessTokens {
  issue(session: Pick<Session, 'id' | 'userId' | 'generation'>): string;
  /** The claims of the request's bearer. Throws `unauthenticated` unless it is authentic and current. */
  read(request: FastifyRequest): Promise<AccessClaims>;
}

const lifetimeSeconds = 15 * 60;
const tokenType = 'at+jwt';
const audience = 'event-platform';
const algorithm = 'HS256';

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/**
 * Registers the JWT plugin.
 * @throws {RangeError} when there is no key, or one shorter than 32 bytes
 */
export const accessTokens = async (
  app: App,
  { settings: { jwtKeys, publicUrl }, clock }: { readonly settings: AppSettings; readonly clock: Clock },
): Promise<AccessTokens> => {
  const [signing] = jwtKeys;
  if (!signing) throw new RangeError('There must be a key for access tokens');
  for (const { kid, secret } of jwtKeys) assertSecretLength(`The key ${kid} of access tokens`, secret);
  const ring = new Map<unknown, Buffer>(jwtKeys.map(({ kid, secret }) => [kid, secret]));

  await app.register(fastifyJwt, {
    secret: {
      private: signing.secret,
      public: async (_request: FastifyRequest, token: fastifyJwt.TokenOrHeader) => {
        const key = ring.get(token.header.kid);
        if (!key) throw refuse('unauthenticated');
        return key;
      },
    },
    decode: { complete: true },
    sign: {
      algorithm,
      kid: signing.kid,
      iss: publicUrl,
      aud: audience,
      header: { alg: algorithm, typ: tokenType },
    },
    verify: {
      algorithms: [algorithm],
      allowedIss: publicUrl,
      allowedAud: audience,
      requiredClaims: ['sub', 'sid', 'gen', 'iss', 'aud', 'iat', 'exp'],
      checkTyp: tokenType,
    },
  });

  return {
    issue: ({ id, userId, generation }) => {
      const iat = seconds(clock.now());
      return app.jwt.sign({ sub: userId, sid: id, gen: generation, iat, exp: iat + lifetimeSeconds });
    },
    read: async (request) => {
      try {
        const claims = await request.jwtVerify<Partial<Record<keyof AccessClaims, unknown>>>({
          clockTimestamp: clock.now().getTime(),
        });
        if (!isWhole(claims)) throw refuse('unauthenticated');
        return claims;
      } catch {
        // Whatever is wrong with a token, its bearer learns only that it does not count.
        throw refuse('unauthenticated');
      }
    },
  };
};

const isWhole = (claims: Partial<Record<keyof AccessClaims, unknown>>): claims is AccessClaims =>
  typeof claims.sub === 'string' && typeof claims.sid === 'string' && Number.isSafeInteger(claims.gen);
