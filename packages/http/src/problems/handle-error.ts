import { DomainError, isOfWrongArguments, refuse, refuseInput } from '@event-platform/domain';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { validationFaults } from '../input/validation-faults.ts';
import type { Links } from '../links.ts';
import { loggedError } from './logged-error.ts';
import { type Refusal, sendProblem } from './problem-response.ts';
import { RefusedRequest } from './refused-request.ts';

/** Errors of Fastify and its plugins whose status alone does not tell the problem, by error code. */
const frameworkRefusals: Readonly<Record<string, Refusal>> = {
  FST_ERR_BAD_URL: refuseInput({ path: '', message: 'has a URL that is not valid UTF-8' }).problem,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuseInput({
    path: '',
    message: 'has a body that is not as long as its Content-Length says',
  }).problem,
  FST_ERR_MAX_PARAM_LENGTH: refuse('not_found').problem,
};

/** All other errors of Fastify and its plugins, by status. */
const statusRefusals: Readonly<Record<number, Refusal>> = {
  404: { code: 'not_found' },
  405: { code: 'method_not_allowed' },
  408: { code: 'request_timeout' },
  413: { code: 'payload_too_large' },
  415: { code: 'unsupported_media_type' },
  431: { code: 'headers_too_large' },
};
const problem = refuseInput({ path: '', message: 'is malformed' }).problem;

/** The problem that an error means to the client; null for a fault of the software. */
export const refusalOf = (error: Partial<FastifyError>): Refusal | null => {
  // Arguments were checked here.
  if (isOfWrongArguments(error)) return null;
  if (error instanceof DomainError) return error.problem;
  if (error instanceof RefusedRequest) return error.refusal;
  if (error.validation)
    return error.validationContext === 'params'
      ? refuse('not_found').problem
      : refuseInput(...validationFaults(error.validation)).problem;
  const refusal = frameworkRefusals[error.code ?? ''];
  if (refusal) return refusal;
  const { statusCode = 500 } = error;
  return statusCode >= 400 && statusCode < 500 ? (statusRefusals[statusCode] ?? problem) : null;
};

/** The problem of any error; logs an unexpected one without its message, which may quote personal data. */
export const refusalFor = (request: FastifyRequest, error: unknown): Refusal => {
  const refusal = refusalOf(error instanceof Error ? error : {});
  if (refusal?.code === 'unavailable') request.outage = (error as Error).cause ?? null;
  if (!refusal) request.log.error({ error: loggedError(error) }, 'unexpected error');
  return refusal ?? { code: 'internal_error' };
};

/** Responds to every error with a problem. */
export const errorHandler =
  (links: Links) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendProblem(request, reply, refusalFor(request, error), links);
