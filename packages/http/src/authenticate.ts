import { type Caller, type Domain, refuse, type UserId } from '@event-platform/domain';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { App } from './app.ts';
import type { WireCode } from './problems/problem-response.ts';
import type { AccessClaims, AccessTokens } from './security/access-tokens.ts';
import { sentBearer } from './security/bearer.ts';

/**
 * What a route asks of its caller: nothing; a living session if a bearer is sent; a living session; or just an
 * authentic, unexpired bearer, whose session may have ended.
 */
export type Auth = 'none' | 'optional' | 'required' | 'bearer';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route of the API states it. */
    auth?: Auth;
    /** What the route's use case refuses, for the documentation. */
    problems?: readonly WireCode[];
    /** The media type of its answer, for the documentation; JSON unless it says otherwise. */
    produces?: string;
  }
  interface FastifyRequest {
    caller: Caller | null;
    claims: AccessClaims | null;
  }
}

/**
 * Puts each later route behind the check that its `config.auth` names.
 * @throws {Error} while routes are added, for one that does not say
 */
export const guardRoutes = (app: App, tokens: AccessTokens, domain: Domain): void => {
  const admit = async (request: FastifyRequest): Promise<void> => {
    const { sub, sid, gen } = await tokens.read(request);
    request.caller = await domain.authenticate({ userId: sub, sessionId: sid, generation: gen });
  };
  const guards: Record<Auth, onRequestAsyncHookHandler | null> = {
    none: null,
    optional: async (request) => {
      if (sentBearer(request)) await admit(request);
    },
    required: admit,
    bearer: async (request) => {
      request.claims = await tokens.read(request);
    },
  };
  app.decorateRequest('caller', null);
  app.decorateRequest('claims', null);
  app.addHook('onRoute', (route) => {
    const auth = route.config?.auth;
    if (!auth) throw new Error(`${String(route.method)} ${route.url} does not say whom it serves`);
    const guard = guards[auth];
    if (guard) route.onRequest = [route.onRequest ?? [], guard].flat();
  });
};

/** Who calls a route that requires a session. */
export const callerOf = ({ caller }: FastifyRequest): Caller => {
  if (!caller) throw refuse('unauthenticated');
  return caller;
};

/** Who calls a route that is open to all; null for nobody in particular. */
export const callerIdOf = ({ caller }: FastifyRequest): UserId | null => caller?.userId ?? null;

/** What the bearer says, on a route that asks for no more. */
export const claimsOf = ({ claims }: FastifyRequest): AccessClaims => {
  if (!claims) throw refuse('unauthenticated');
  return claims;
};
