import type { ProblemCode } from '@event-platform/domain';

/** Problems of HTTP, found before a use case runs. */
export type HttpProblemCode =
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'internal_error';

/** Every `code` that a client can receive. */
export type WireCode = ProblemCode | HttpProblemCode;

/** The one table from problems to HTTP statuses. */
export const statusOf = {
  invalid_request: 400,
  picture_invalid: 400,
  unauthenticated: 401,
  code_invalid: 401,
  refresh_token_invalid: 401,
  forbidden: 403,
  fresh_sign_in_required: 403,
  invitation_not_yours: 403,
  removed_by_organizer: 403,
  account_suspended: 403,
  proof_required: 403,
  event_not_found: 404,
  invitation_not_found: 404,
  invitation_expired: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  invitation_already_accepted: 409,
  username_taken: 409,
  category_exists: 409,
  event_cancelled: 409,
  event_postponed: 409,
  event_changed_meanwhile: 409,
  is_manager: 409,
  admin_limit: 409,
  event_over: 409,
  event_full: 409,
  rsvp_closed: 409,
  capacity_below_booked: 409,
  not_confirmed: 409,
  module_disabled: 409,
  bring_list_full: 409,
  quantity_below_claimed: 409,
  item_taken: 409,
  not_going: 409,
  question_answered: 409,
  event_taken_down: 409,
  is_operator: 409,
  webhook_limit: 409,
  pictures_full: 409,
  push_unavailable: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<WireCode, number>;

export const wireCodes = Object.keys(statusOf) as readonly WireCode[];
