import {
  accountBudgets,
  type FieldFault,
  type Language,
  type Platform,
  type Problem,
  type ProofChallenge,
} from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage } from '../input/language.ts';
import type { Links } from '../links.ts';
import { sentBearer } from '../security/access-tokens.ts';
import type { HttpBudget } from './http-budgets.ts';
import { type HttpProblemCode, statusOf, type WireCode } from './problem-codes.ts';
import { inGerman } from './texts/in-german.ts';
import { problemTextsOf } from './texts/problem-texts-of.ts';

type RateLimited = Extract<Problem, { readonly code: 'rate_limited' }>;

/** A problem of the domain, a spent budget of HTTP, or a problem of HTTP. */
export type Refusal =
  | Problem
  | (Omit<RateLimited, 'budget'> & { readonly budget: HttpBudget })
  | { readonly code: 'idempotency_in_progress'; readonly retryAfterSeconds: number }
  | { readonly code: 'unsupported_media_type'; readonly detail: string }
  | { readonly code: Exclude<HttpProblemCode, 'idempotency_in_progress'> };

declare module 'fastify' {
  interface FastifyReply {
    /** The problem that the response carries, if any. */
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
  /** Which quota of the caller's account is spent. */
  readonly budget?: string;
  /** Why an account is suspended. */
  readonly reason?: string;
  /** What a `proof_required` asks for. */
  readonly challenge?: ProofChallenge;
  /** The booked seats, of `capacity_below_booked`. */
  readonly bookedCount?: number;
  /** How much is claimed, of `quantity_below_claimed`. */
  readonly claimed?: number;
  /** How much is left, of `item_taken`. */
  readonly left?: number;
  /** Those that are configured, of `push_unavailable`. */
  readonly platforms?: readonly Platform[];
}

/** Further faults are left out: a client cannot use that many. */
const maxErrors = 20;

const isOfAccount = (budget: string): boolean => (accountBudgets as readonly string[]).includes(budget);

const worded = (english: string, language: Language): string =>
  language === 'de' ? (inGerman(english) ?? english) : english;

const faultsIn = (language: Language, faults: readonly FieldFault[]): readonly FieldFault[] =>
  faults.map(({ path, message }) => ({ path, message: worded(message, language) }));

const detailOf = (refusal: Refusal, meaning: string, language: Language): string => {
  if (!('detail' in refusal)) return meaning;
  // It is made of its faults.
  if (refusal.code === 'invalid_request' && language !== 'en')
    return faultsIn(language, refusal.errors.slice(0, maxErrors))
      .map(({ path, message }) => `${path || worded('The request', language)} ${message}`)
      .join('; ');
  return worded(refusal.detail, language);
};

export const problemDetails = (
  refusal: Refusal,
  requestId: string,
  links: Links,
  language: Language = 'en',
): ProblemDetails => {
  const { title, meaning } = problemTextsOf(language)[refusal.code];
  return {
    type: links.problem(refusal.code),
    title,
    status: statusOf[refusal.code],
    detail: detailOf(refusal, meaning, language),
    code: refusal.code,
    requestId,
    ...('budget' in refusal && isOfAccount(refusal.budget) ? { budget: refusal.budget } : {}),
    ...('reason' in refusal ? { reason: refusal.reason } : {}),
    ...('challenge' in refusal ? { challenge: refusal.challenge } : {}),
    ...('bookedCount' in refusal ? { bookedCount: refusal.bookedCount } : {}),
    ...('claimed' in refusal ? { claimed: refusal.claimed } : {}),
    ...('left' in refusal ? { left: refusal.left } : {}),
    ...('platforms' in refusal ? { platforms: refusal.platforms } : {}),
    ...('errors' in refusal ? { errors: faultsIn(language, refusal.errors.slice(0, maxErrors)) } : {}),
  };
};

export const problemMediaType = 'application/problem+json';

/** Records the problem that a response carries, and sets the headers that tell when to try again. */
export const setRefusal = (reply: FastifyReply, refusal: Refusal): void => {
  reply.refusal = refusal;
  if ('retryAfterSeconds' in refusal) reply.header('retry-after', refusal.retryAfterSeconds);
  if ('limit' in refusal)
    reply.headers({
      'ratelimit-limit': refusal.limit,
      'ratelimit-remaining': 0,
      'ratelimit-reset': refusal.retryAfterSeconds,
    });
};

/** Sends a problem as the response; `client-error.ts` does so for bytes that never became a request. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  links: Links,
): FastifyReply => {
  const language = acceptedLanguage(request) ?? 'en';
  const details = problemDetails(refusal, request.id, links, language);
  setRefusal(reply, refusal);
  reply.code(details.status).type(problemMediaType);
  reply.header('x-request-id', request.id).header('cache-control', 'no-store');
  reply.header('content-language', language);
  if (details.status === 401) reply.header('www-authenticate', challengeOf(request, refusal));
  // As bytes: Fastify would append a charset, which the media type does not have.
  return reply.send(Buffer.from(JSON.stringify(details)));
};

/** RFC 6750 section 3: `invalid_token` only when the request carried one. */
const challengeOf = (request: FastifyRequest, { code }: Refusal): string =>
  code === 'unauthenticated' && sentBearer(request) ? 'Bearer error="invalid_token"' : 'Bearer';
