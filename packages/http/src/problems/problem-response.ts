import type { FieldFault, Problem, ProblemCode } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Links } from '../links.ts';
import { sentBearer } from '../security/bearer.ts';
import { problemTexts } from './problem-texts.ts';

/** What goes wrong before the domain is asked. */
type HttpCode =
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'internal_error';

/** Every `code` that a client can meet. */
export type WireCode = ProblemCode | HttpCode;

/** The one table from problems to HTTP statuses. */
export const statusOf = {
  invalid_request: 400,
  unauthenticated: 401,
  code_invalid: 401,
  refresh_token_invalid: 401,
  forbidden: 403,
  invitation_not_yours: 403,
  event_not_found: 404,
  invitation_not_found: 404,
  invitation_expired: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  invitation_already_accepted: 409,
  username_taken: 409,
  event_cancelled: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<WireCode, number>;

export const wireCodes = Object.keys(statusOf) as readonly WireCode[];

/** A problem of the domain, or one of HTTP, which carries nothing but its code. */
export type Refusal = Problem | { readonly code: HttpCode };

declare module 'fastify' {
  interface FastifyReply {
    /** The problem that was answered, if one was. */
    refusal: Refusal | null;
  }
}

/** The body of an error: problem details (RFC 9457) with this service's members. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: WireCode;
  readonly requestId: string;
  readonly errors?: readonly FieldFault[];
}

/** More faults than this help nobody. */
const mostErrors = 20;

export const problemDetails = (refusal: Refusal, requestId: string, links: Links): ProblemDetails => {
  const { title, meaning } = problemTexts[refusal.code];
  return {
    type: links.problem(refusal.code),
    title,
    status: statusOf[refusal.code],
    detail: 'detail' in refusal ? refusal.detail : meaning,
    code: refusal.code,
    requestId,
    ...('errors' in refusal ? { errors: refusal.errors.slice(0, mostErrors) } : {}),
  };
};

export const problemMediaType = 'application/problem+json';

/** Answers with a problem; the only place that does, save for connections that never became a request. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  links: Links,
): FastifyReply => {
  const details = problemDetails(refusal, request.id, links);
  reply.refusal = refusal;
  reply.code(details.status).type(problemMediaType);
  reply.header('x-request-id', request.id).header('cache-control', 'no-store');
  if (details.status === 401) reply.header('www-authenticate', challengeOf(request, refusal));
  if ('retryAfterSeconds' in refusal) reply.header('retry-after', refusal.retryAfterSeconds);
  if ('limit' in refusal)
    reply.headers({
      'ratelimit-limit': refusal.limit,
      'ratelimit-remaining': 0,
      'ratelimit-reset': refusal.retryAfterSeconds,
    });
  // As bytes: Fastify would append a charset, which the media type does not have.
  return reply.send(Buffer.from(JSON.stringify(details)));
};

/** RFC 6750 section 3: the token is blamed only when there was one. */
const challengeOf = (request: FastifyRequest, { code }: Refusal): string =>
  code === 'unauthenticated' && sentBearer(request) ? 'Bearer error="invalid_token"' : 'Bearer';
