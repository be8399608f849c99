/** One fault in a caller's input: `path` is a JSON pointer into it, `message` a plain sentence part. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** The counted budgets that can be spent, by name. */
export const budgets = [
  'sign-in-starts',
  'phone-sms',
  'daily-sms',
  'number-block-sms',
  'daily-mails',
  'invitation-resends',
  'all-calls',
] as const;

export type Budget = (typeof budgets)[number];

/** Every way a use case refuses. The codes are stable; clients branch on them. */
export type Problem =
  | { readonly code: 'invalid_request'; readonly detail: string; readonly errors: readonly FieldFault[] }
  | { readonly code: 'unauthenticated' }
  | { readonly code: 'code_invalid' }
  | { readonly code: 'refresh_token_invalid' }
  | { readonly code: 'forbidden' }
  | { readonly code: 'invitation_not_yours' }
  | { readonly code: 'event_not_found' }
  | { readonly code: 'invitation_not_found' }
  | { readonly code: 'invitation_expired' }
  | { readonly code: 'not_found' }
  | { readonly code: 'invitation_already_accepted' }
  | { readonly code: 'username_taken' }
  | { readonly code: 'event_cancelled' }
  | {
      readonly code: 'rate_limited';
      readonly detail: string;
      /** Which budget is spent; for the operator, not for the client. */
      readonly budget: Budget;
      /** How much the budget that is spent allows at the most. */
      readonly limit: number;
      readonly retryAfterSeconds: number;
    }
  | { readonly code: 'unavailable'; readonly retryAfterSeconds: number };

export type ProblemCode = Problem['code'];

/** The one error that use cases throw on purpose; anything else is a fault of the software. */
export class DomainError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.code, options);
    this.name = 'DomainError';
    this.problem = problem;
  }
}

/** Makes the error for a problem that carries nothing but its code. */
export const refuse = (
  code: Exclude<ProblemCode, 'invalid_request' | 'rate_limited' | 'unavailable'>,
): DomainError => new DomainError({ code });

/** Makes the error for faulty input; the first fault is also the detail. */
export const refuseInput = (...errors: readonly FieldFault[]): DomainError =>
  new DomainError({
    code: 'invalid_request',
    detail: errors.map((fault) => `${fault.path || 'The request'} ${fault.message}`).join('; '),
    errors,
  });

/** Makes the error for a caller who spent a budget of `limit` and has to wait until `retryAt`. */
export const refuseUntil = (
  budget: Budget,
  detail: string,
  limit: number,
  now: Date,
  retryAt: Date,
): DomainError =>
  new DomainError({
    code: 'rate_limited',
    detail,
    budget,
    limit,
    retryAfterSeconds: Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)),
  });
