import {
  type Caller,
  type CredentialName,
  type Domain,
  DomainError,
  type Origin,
  parseId,
  refuse,
  type UserId,
} from '@event-platform/domain';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import fp from 'fastify-plugin';
import type { App } from './app.ts';
import { ignoreLate } from './edge/edge.ts';
import { clientNetwork } from './input/client-network.ts';
import type { WireCode } from './problems/problem-codes.ts';
import type { AccessClaims, AccessTokens } from './security/access-tokens.ts';
import { sentBearer } from './security/bearer.ts';

/**
 * What a route requires of its caller: nothing; a current session if a bearer token is sent; a current session; or
 * only an authentic, unexpired bearer token, whose session may have ended; or the fresh session of an operator, while
 * everybody else gets what an unknown path gets.
 */
export type Auth = 'none' | 'optional' | 'required' | 'bearer' | 'operator';

/** What the bearer token of a route is in the register. */
const bearers: Readonly<Record<Auth, CredentialName | null>> = {
  none: null,
  optional: 'accessToken',
  required: 'accessToken',
  operator: 'accessToken',
  bearer: 'sessionToken',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route of the API. */
    auth?: Auth;
    /**
     * Whether the handler runs while the caller's session is looked up, so that what both read comes together. Its outcome
     * counts only if the session lives. For handlers that only read, and leave the reply alone.
     */
    concurrentWithAuth?: boolean;
    /** The problems of the route's use case, for the documentation. */
    problems?: readonly WireCode[];
    /** The media type of its response, for the documentation; JSON by default. */
    produces?: string;
  }
  interface FastifyRequest {
    caller: Caller | null;
    claims: AccessClaims | null;
    /** The look-up of the session while the handler runs beside it: until it resolves, `caller` is who the token names. */
    sessionCheck: Promise<unknown> | null;
    /** Whether the caller got what an unknown path gets, in place of a route that they may not use. */
    isHiddenRoute: boolean;
  }
}

export interface AuthenticationOptions {
  readonly accessTokens: AccessTokens;
  readonly domain: Pick<Domain, 'authenticate' | 'admitOperator'>;
  /** With replicas, the look-up of the session tells which of them may serve the caller: it comes before any other read. */
  readonly readYourWrites?: unknown;
}

/**
 * Checks the caller of each later route as its `config.auth` says.
 * @throws {Error} while routes are added, for one without `config.auth`
 */
export const authentication = fp(async (app: App, options: AuthenticationOptions) => {
  const { accessTokens, domain, readYourWrites } = options;
  const authenticate = async (request: FastifyRequest): Promise<void> => {
    const { sub, sid, gen } = await accessTokens.read(request);
    const sessionCheck = domain.authenticate({ userId: sub, sessionId: sid, generation: gen });
    const tokenCaller =
      request.routeOptions.config.concurrentWithAuth && !readYourWrites ? callerNamed(sub, sid) : null;
    if (tokenCaller) {
      // The handler's wrapper rejects with it; until then it is handled here.
      sessionCheck.catch(() => undefined);
      request.sessionCheck = sessionCheck;
    }
    request.caller = tokenCaller ?? (await sessionCheck);
  };
  const guards: Record<Auth, onRequestHookHandler | onRequestAsyncHookHandler | null> = {
    none: null,
    // A promise for each anonymous request would cost it a turn.
    optional: (request, _reply, done) => {
      if (sentBearer(request)) authenticate(request).then(() => done(), done);
      else done();
    },
    required: authenticate,
    bearer: async (request: FastifyRequest) => {
      request.claims = await accessTokens.read(request);
    },
    operator: async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        await authenticate(request);
        await domain.admitOperator({ ...callerOf(request), origin: originOf(request) });
      } catch (error) {
        const refusal = error instanceof DomainError ? error.problem.code : null;
        if (refusal !== 'unauthenticated' && refusal !== 'not_found') throw error;
        request.isHiddenRoute = true;
        return reply.callNotFound();
      }
    },
  };
  app.decorateRequest('caller', null);
  app.decorateRequest('isHiddenRoute', false);
  app.decorateRequest('claims', null);
  app.decorateRequest('sessionCheck', null);
  app.addHook('onRoute', (route) => {
    const auth = route.config?.auth;
    if (!auth) throw new Error(`${String(route.method)} ${route.url} has no config.auth`);
    const [guard, bearer] = [guards[auth], bearers[auth]];
    if (bearer)
      route.config = { ...route.config, credentials: [bearer, ...(route.config?.credentials ?? [])] };
    if (guard) route.onRequest = [route.onRequest ?? [], guard].flat();
    if (route.config?.concurrentWithAuth) route.handler = withSessionCheck(route.handler);
  });
});

/** The caller that an authentic token names. */
const callerNamed = (user: string, session: string): Caller | null => {
  const [userId, sessionId] = [parseId<'user'>(user), parseId<'session'>(session)];
  return userId && sessionId && { userId, sessionId };
};

/** The handler, whose outcome is given away only once the caller's session is known to live. */
const withSessionCheck = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    const result: unknown = handler.call(this, request, reply);
    const { sessionCheck } = request;
    if (!sessionCheck) return result;
    const outcome = Promise.resolve(result);
    outcome.catch(() => undefined);
    return sessionCheck.then(() => outcome).catch(ignoreLate(request, reply));
  };

export const callerOf = ({ caller }: FastifyRequest): Caller => {
  if (!caller) throw refuse('unauthenticated');
  return caller;
};

/** The caller of a route with optional authentication; null for an anonymous one. */
export const callerIdOf = ({ caller }: FastifyRequest): UserId | null => caller?.userId ?? null;

/** Where the request comes from, for the audit log. */
export const originOf = ({ caller, ip }: FastifyRequest): Origin => ({
  sessionId: caller?.sessionId ?? null,
  network: clientNetwork(ip),
});

/** The claims of the bearer token, on a route that checks only those. */
export const claimsOf = ({ claims }: FastifyRequest): AccessClaims => {
  if (!claims) throw refuse('unauthenticated');
  return claims;
};
