import { hash } from 'node:crypto';
import {
  idempotencyPolicy,
  type KeyedRequest,
  type KeyedResult,
  type RunOnce,
  type UserId,
} from '@event-platform/domain';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { parseIdempotencyKey } from '../../input/idempotency-key.ts';
import { acceptedLanguage } from '../../input/language.ts';
import type { Links } from '../../links.ts';
import { refusalOf } from '../../problems/handle-error.ts';
import { statusOf, type WireCode } from '../../problems/problem-codes.ts';
import { problemDetails, problemMediaType, type Refusal } from '../../problems/problem-response.ts';
import { RefusedRequest } from '../../problems/refused-request.ts';
import { idempotencyKeyHeaders } from '../../schemas/common/idempotency-key.ts';
import { longHandlerTimeout } from '../../server-options.ts';
import { asIs, prepareReply, problemResponse, responseOf } from './stored-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response holds a secret, which must not be kept to be repeated. */
    answersSecret?: boolean;
    /** Set by {@link idempotencyKeys}: the route takes an `Idempotency-Key`. */
    takesKey?: boolean;
  }
  interface FastifyInstance {
    /**
     * The response that is kept for the key of a request, if any, for handlers with costly work before they begin; undefined
     * where the request is the first, or has no key. Rejects as its handler would for a key that is in use.
     */
    keptResponse(request: FastifyRequest, reply: FastifyReply): Promise<string | null | undefined>;
  }
}

/** Ends the work of a request that was not responded before; nothing of it remains. */
class NotResponded extends Error {}

export interface IdempotencyKeysOptions {
  readonly runOnce: RunOnce;
  readonly links: Links;
}

const keyedMethods: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH']);

const takesKey = ({ method, config }: RouteOptions): boolean =>
  keyedMethods.has(method) &&
  (config?.auth === 'required' || config?.auth === 'bearer') &&
  !config.answersSecret;

/** Refusals that tell of the moment and not of the request: a repetition may succeed. */
const keptStatuses: ReadonlySet<number> = new Set([400, 403, 404, 409]);
const neverKept: ReadonlySet<WireCode> = new Set(['fresh_sign_in_required']);

const isKept = ({ code }: Refusal): boolean => keptStatuses.has(statusOf[code]) && !neverKept.has(code);

const digest = (...parts: readonly string[]): string => hash('sha256', parts.join('\n'), 'base64url');

const keyedRequestOf = (request: FastifyRequest, header: string): KeyedRequest => {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  return {
    callerId: request.callerId ?? (request.claims?.sub as UserId),
    requestHash: digest(request.method, path, parseIdempotencyKey(header) ?? ''),
    // The body as it was understood: a repetition may order its bytes differently, but not its fields.
    contentHash: digest(query, JSON.stringify(request.body ?? null)),
  };
};

/**
 * Lets clients repeat a request (draft-ietf-httpapi-idempotency-key-header-07): every later route that writes for a
 * bearer takes an `Idempotency-Key`. Its handler then runs with a domain whose commands are one transaction, committed
 * with the response before that is sent. A handler returns its response; it must not send it. ADR 0029.
 */
export const idempotencyKeys = fp(async (app: App, { runOnce, links }: IdempotencyKeysOptions) => {
  const refuseKey = (outcome: 'key_reused' | 'in_progress'): RefusedRequest =>
    new RefusedRequest(
      outcome === 'key_reused'
        ? { code: 'idempotency_key_reused' }
        : { code: 'idempotency_in_progress', retryAfterSeconds: idempotencyPolicy.retryAfterSeconds },
    );

  /** Runs the handler; a refusal that is kept becomes its response. The body of another response is `body`. */
  const resultOf = async (
    handle: () => unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<KeyedResult & { readonly body?: string }> => {
    reply.refusal = null;
    try {
      const payload = await handle();
      if (payload === reply) throw new Error('a handler that takes idempotency keys sent its response');
      return { ...responseOf(reply, payload), isRefusal: false };
    } catch (error) {
      const refusal = refusalOf(error instanceof Error ? error : {});
      if (!refusal || !isKept(refusal)) throw error;
      reply.refusal = refusal;
      const details = problemDetails(refusal, request.id, links, acceptedLanguage(request) ?? 'en');
      return { response: problemResponse(details, problemMediaType), isRefusal: true };
    }
  };

  const respondOnce = async (
    handle: () => unknown,
    header: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | null> => {
    const { config } = request.routeOptions;
    let result: Awaited<ReturnType<typeof resultOf>> | undefined;
    const outcome = await runOnce(
      keyedRequestOf(request, header),
      async (domain) => {
        request.keyedDomain = domain;
        result = await resultOf(handle, request, reply).finally(() => {
          request.keyedDomain = null;
        });
        return result;
      },
      // A route that may take long has bulk work to do.
      config.handlerTimeout === longHandlerTimeout ? 'bulk' : 'usual',
    );
    if (!('response' in outcome)) throw refuseKey(outcome.kind);
    if (outcome.kind === 'replayed') reply.header('idempotency-replayed', 'true');
    // The handler has set the status and the headers of its own response.
    else if (result?.body !== undefined && result.response === outcome.response)
      return asIs(reply, result.body);
    return prepareReply(reply, outcome.response);
  };

  app.decorate('keptResponse', async (request, reply) => {
    const header = request.headers['idempotency-key'];
    if (header === undefined) return;
    const handle = () => {
      throw new NotResponded();
    };
    try {
      return await respondOnce(handle, String(header), request, reply);
    } catch (error) {
      if (!(error instanceof NotResponded)) throw error;
    }
  });

  app.addHook('onRoute', (route) => {
    if (!takesKey(route)) return;
    route.config = { ...route.config, takesKey: true };
    route.schema = { ...route.schema, headers: idempotencyKeyHeaders('request') };
    const { handler } = route;
    const handleKeyed: RouteHandlerMethod = function (request, reply) {
      const header = request.headers['idempotency-key'];
      const handle = () => handler.call(this, request, reply);
      return header === undefined ? handle() : respondOnce(handle, String(header), request, reply);
    };
    route.handler = handleKeyed;
  });
});
