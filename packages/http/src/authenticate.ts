import {
  type Caller,
  type CredentialName,
  type Domain,
  DomainError,
  type Origin,
  type UserId,
} from '@event-platform/domain';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from './app.ts';
import { clientNetwork } from './input/client-network.ts';
import type { WireCode } from './problems/problem-codes.ts';
import { type AccessClaims, type AccessTokens, sentBearer } from './security/access-tokens.ts';

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
    /** The problems of the route's use case, for the documentation. */
    problems?: readonly WireCode[];
    /** The media type of its response, for the documentation; JSON by default. */
    produces?: string;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** Null for an anonymous caller. */
    readonly callerId: UserId | null;
    /** Where the request comes from, for the audit log. */
    readonly origin: Origin;
    /** Of the bearer token, on a route that checks only those. */
    claims: AccessClaims | null;
    /** Whether the caller got what an unknown path gets, in place of a route that they may not use. */
    isHiddenRoute: boolean;
  }
}

export interface AuthenticationOptions {
  readonly accessTokens: AccessTokens;
  readonly domain: Pick<Domain, 'authenticate' | 'admitOperator'>;
}

/**
 * Checks the caller of each later route as its `config.auth` says.
 * @throws {Error} while routes are added, for one without `config.auth`
 */
export const authentication = fp(async (app: App, options: AuthenticationOptions) => {
  const { accessTokens, domain } = options;
  const authenticate = async (request: FastifyRequest): Promise<Caller> => {
    const { sub, sid, gen } = await accessTokens.read(request);
    const caller = await domain.authenticate({ userId: sub, sessionId: sid, generation: gen });
    request.caller = caller;
    return caller;
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
        const caller = await authenticate(request);
        await domain.admitOperator({ ...caller, origin: request.origin });
      } catch (error) {
        const refusal = error instanceof DomainError ? error.problem.code : null;
        if (refusal !== 'unauthenticated' && refusal !== 'not_found') throw error;
        request.isHiddenRoute = true;
        return reply.callNotFound();
      }
    },
  };
  app.decorateRequest('caller', null);
  app.decorateRequest('callerId', {
    getter() {
      return this.caller?.userId ?? null;
    },
  });
  app.decorateRequest('origin', {
    getter() {
      return { sessionId: this.caller?.sessionId ?? null, network: clientNetwork(this.ip) };
    },
  });
  app.decorateRequest('isHiddenRoute', false);
  app.decorateRequest('claims', null);
  app.addHook('onRoute', (route) => {
    const auth = route.config?.auth;
    if (!auth) throw new Error(`${String(route.method)} ${route.url} has no config.auth`);
    const [guard, bearer] = [guards[auth], bearers[auth]];
    if (bearer)
      route.config = { ...route.config, credentials: [bearer, ...(route.config?.credentials ?? [])] };
    if (guard) route.onRequest = [route.onRequest ?? [], guard].flat();
  });
});

/** Gives each request of an application the domain that serves it. */
export const decorateDomain = (app: App, domain: Domain): void => {
  app.decorateRequest('keyedDomain', null);
  app.decorateRequest('domain', {
    getter() {
      return this.keyedDomain ?? domain;
    },
  });
};

/** Whether a request may get a response that is the same for all. */
export const isAnonymous = ({ headers }: FastifyRequest): boolean => headers.authorization === undefined;
