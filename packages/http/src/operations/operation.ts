import type { Readable } from 'node:stream';
import type { Caller, Clock, UserId } from '@event-platform/domain';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { App } from '../app.ts';
import type { Auth } from '../authenticate.ts';
import type { SentRefreshTokens } from '../credentials.ts';
import type { Links } from '../links.ts';
import type { Tag } from '../openapi/tags.ts';
import { linkNextPage } from '../presenters/next-link.ts';
import { isNamed, Nothing, refTo } from '../schemas/common/shapes.ts';
import type { AccessClaims, AccessTokens } from '../security/access-tokens.ts';
import { type ParameterIn, parametersOf } from './path-parameters.ts';
import type { SharedResponses } from './shared-responses.ts';

/** What the handlers of an application share. */
export interface OperationNeeds extends SharedResponses {
  readonly links: Links;
  readonly appName: string;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: SentRefreshTokens;
  readonly clock: Clock;
  /** The limit of the operation that sends SMS. */
  readonly startLimit: RateLimitOptions;
}

/** Adds an operation to an application, under its `operationId`. */
export type Operation = (app: App, operationId: string, needs: OperationNeeds) => void;

/** The operations of a resource by their `operationId`. */
export type Operations = Readonly<Record<string, Operation>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is certain of a caller who got past the check. */
type Admitted<Of extends Auth> = Of extends 'required' | 'operator'
  ? { readonly caller: Caller; readonly callerId: UserId }
  : Of extends 'bearer'
    ? { readonly claims: AccessClaims }
    : unknown;

type Shapes = Readonly<Record<number, TSchema>>;

type ResultOf<Responses extends Shapes> = keyof Responses extends never
  ? Promise<void>
  : Promise<PayloadOf<Responses[keyof Responses]> | FastifyReply | Readable>;

type PayloadOf<Shape> = Shape extends TSchema ? Static<Shape> : never;

type RequestOf<
  Path extends string,
  Access extends Auth,
  Query extends TSchema,
  Body extends TSchema,
> = Admitted<Access> &
  FastifyRequest<{
    Params: Record<ParameterIn<Path>, string>;
    Querystring: Static<Query>;
    Body: Static<Body>;
  }>;

type Config = Pick<
  FastifyContextConfig,
  'answersSecret' | 'cost' | 'credentials' | 'handlerTimeout' | 'problems' | 'produces' | 'takesPicture'
>;

interface Description<
  Path extends string,
  Access extends Auth,
  Query extends TSchema,
  Body extends TSchema,
  Responses extends Shapes,
> extends Config {
  readonly summary: string;
  readonly description?: string;
  /** `required` by default. */
  readonly auth?: Access;
  readonly headers?: TObject;
  readonly query?: Query;
  readonly body?: Body;
  /** By status; 204 by default. Where there are several, the handler sets the status. */
  readonly responses?: Responses;
  /** Of the body, in bytes. */
  readonly bodyLimit?: number;
  readonly rateLimit?: (needs: OperationNeeds) => RateLimitOptions;
  /**
   * One call of the domain. It returns its response, for what it sends itself would be sent before it is committed: only
   * what is read may be sent, or returned as a stream.
   */
  readonly handler: (
    request: RequestOf<Path, Access, Query, Body>,
    needs: OperationNeeds,
    reply: FastifyReply,
  ) => ResultOf<Responses>;
}

const responsesOf = (shapes: Shapes) =>
  Object.fromEntries(
    Object.entries(shapes).map(([status, shape]) => [status, isNamed(shape) ? refTo(shape) : shape]),
  );

const isPaged = (query: TSchema | undefined): boolean =>
  'page' in ((query as Partial<TObject> | undefined)?.properties ?? {});

/**
 * Describes one operation of the API: its path, who may call it, what it may cost, the problems that are its own, and its schemas, of
 * which its handler has its types. What follows from these is not written: the parameters of the path and their 404
 * (`path-parameters.ts`), and what each operation refuses (`openapi.ts`). ADR 0067.
 */
export const operation = <
  Path extends string,
  Query extends TSchema,
  Body extends TSchema,
  Access extends Auth = 'required',
  Responses extends Shapes = Record<never, TSchema>,
>(
  route: `${Method} ${Path}`,
  tag: Tag,
  description: Description<Path, Access, Query, Body, Responses>,
): Operation => {
  const { summary, description: text, headers, query, body, responses, ...rest } = description;
  const { auth = 'required', problems = [], bodyLimit, rateLimit, handler, ...config } = rest;
  const [method = '', url = ''] = route.split(' ');
  const parameters = parametersOf(url);
  const response = responsesOf(responses ?? { 204: Nothing });
  const [status, ...otherStatuses] = Object.keys(response).map(Number);
  return (app, operationId, needs) => {
    app.route({
      ...{ method, url },
      ...(bodyLimit && { bodyLimit }),
      schema: {
        ...{ operationId, tags: [tag], summary, response },
        ...(text && { description: text }),
        ...(parameters.params && { params: parameters.params }),
        ...(headers && { headers }),
        ...(query && { querystring: query }),
        ...(body && { body }),
      },
      config: {
        ...config,
        auth,
        problems: [...parameters.problems, ...problems],
        // Its headers would tell the paths of operators from unknown ones.
        ...(auth === 'operator' && { rateLimit: false }),
        ...(rateLimit && { rateLimit: rateLimit(needs) }),
      },
      ...(isPaged(query) && { preSerialization: linkNextPage(needs.links) }),
      handler: (request, reply) => {
        if (status && otherStatuses.length === 0) reply.code(status);
        return handler(request as RequestOf<Path, Access, Query, Body>, needs, reply);
      },
    });
  };
};
