import type { Platform } from './devices/platform.ts';
import type { ProofChallenge } from './ports/sources/proof-of-work.ts';
import { type AccountBudget, accountPolicy } from './quotas/account-policy.ts';

/**
 * One fault in a caller's input: `path` is a JSON pointer into it, `message` completes a sentence that begins
 * with the field.
 */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** The quotas of an account; a caller learns which one is spent. */
export const accountBudgets: readonly (AccountBudget | 'all-circles' | 'announcements')[] = [
  // Callers know that of a day by the name of that of an hour.
  ...(Object.keys(accountPolicy.quotas) as AccountBudget[]).filter((name) => name !== 'daily-pictures'),
  'all-circles',
  'announcements',
];

/** The names of the budgets that can be spent. */
export const budgets = [
  'phone-sms',
  'account-sms',
  'network-sms',
  'stranger-sms',
  'number-block-sms',
  'daily-sms',
  'country-sms',
  'daily-mails',
  'new-account-mails',
  'email-codes',
  'invitation-resends',
  'pending-invitations',
  'stored-responses',
  ...accountBudgets,
] as const;

export type Budget = (typeof budgets)[number];

/** Every way a use case refuses. The codes are stable; clients branch on them. */
export type Problem =
  | { readonly code: 'invalid_request'; readonly detail: string; readonly errors: readonly FieldFault[] }
  | { readonly code: 'unauthenticated' }
  | { readonly code: 'code_invalid' }
  | { readonly code: 'refresh_token_invalid' }
  | { readonly code: 'forbidden' }
  | { readonly code: 'fresh_sign_in_required' }
  | { readonly code: 'invitation_not_yours' }
  | { readonly code: 'removed_by_organizer' }
  | { readonly code: 'event_not_found' }
  | { readonly code: 'invitation_not_found' }
  | { readonly code: 'invitation_expired' }
  | { readonly code: 'not_found' }
  | { readonly code: 'invitation_already_accepted' }
  | { readonly code: 'username_taken' }
  | { readonly code: 'category_exists' }
  | { readonly code: 'event_cancelled' }
  | { readonly code: 'event_postponed' }
  | { readonly code: 'event_changed_meanwhile' }
  | { readonly code: 'is_manager' }
  | { readonly code: 'admin_limit' }
  | { readonly code: 'event_over' }
  | { readonly code: 'event_full' }
  | { readonly code: 'rsvp_closed' }
  | { readonly code: 'not_confirmed' }
  | { readonly code: 'module_disabled' }
  | { readonly code: 'bring_list_full' }
  | { readonly code: 'not_going' }
  | { readonly code: 'question_answered' }
  | {
      readonly code: 'capacity_below_booked';
      /** The confirmed seats. */
      readonly bookedCount: number;
    }
  | {
      readonly code: 'quantity_below_claimed';
      /** How much of the item is claimed. */
      readonly claimed: number;
    }
  | {
      readonly code: 'item_taken';
      /** How much of the item the caller can claim. */
      readonly left: number;
    }
  | { readonly code: 'event_taken_down' }
  | { readonly code: 'is_operator' }
  | {
      readonly code: 'account_suspended';
      /** The operator's words. */
      readonly reason: string;
    }
  | { readonly code: 'webhook_limit' }
  | { readonly code: 'pictures_full' }
  | {
      readonly code: 'picture_invalid';
      /** What is wrong with the file. */
      readonly detail: string;
    }
  | {
      readonly code: 'push_unavailable';
      /** Those that are configured. */
      readonly platforms: readonly Platform[];
    }
  | {
      readonly code: 'proof_required';
      /** What the client has to solve. */
      readonly challenge: ProofChallenge;
    }
  | {
      readonly code: 'rate_limited';
      readonly detail: string;
      /** Which budget is spent. */
      readonly budget: Budget;
      /** The limit of the spent budget. */
      readonly limit: number;
      readonly retryAfterSeconds: number;
    }
  | { readonly code: 'unavailable'; readonly retryAfterSeconds: number };

export type ProblemCode = Problem['code'];

/** The problems that have only a code. */
type PlainProblemCode =
  Extract<Problem, { readonly code: ProblemCode }> extends infer One
    ? One extends { readonly code: infer Code }
      ? [Exclude<keyof One, 'code'>] extends [never]
        ? Code
        : never
      : never
    : never;

/** The only error that use cases throw on purpose; any other error is a defect or an outage. */
export class DomainError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.code, options);
    this.name = 'DomainError';
    this.problem = problem;
  }
}

/** Creates the error for a problem that has only a code. */
export const refuse = (code: PlainProblemCode): DomainError => new DomainError({ code } as Problem);

/** Creates the error for faulty input; its message names every fault. */
export const refuseInput = (...errors: readonly FieldFault[]): DomainError =>
  new DomainError({
    code: 'invalid_request',
    detail: errors.map((fault) => `${fault.path || 'The request'} ${fault.message}`).join('; '),
    errors,
  });

/** Creates the error for a spent budget of `limit` that is available again at `retryAt`. */
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
