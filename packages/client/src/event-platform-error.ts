import type { Problem } from './generated/types.gen.ts';

/** The values of an extensible text that this version knows. */
type Known<Value> = Value extends unknown ? (string extends Value ? never : Value) : never;

/** What the service refuses a call with; stable. */
export type ProblemCode = Known<Problem['code']>;

/**
 * What goes wrong without a response of the service:
 * - `network_failed`: no response came; the cause tells why.
 * - `unexpected_response`: something else responded, such as a proxy, or the base URL is wrong.
 * - `storage_failed`: the tokens could not be loaded or saved.
 * - `invalid_settings`: `createClient` or a call was given something it cannot work with.
 * - `unsupported_runtime`: the runtime has no `fetch` or no `crypto`.
 */
export type ClientFault =
  | 'network_failed'
  | 'unexpected_response'
  | 'storage_failed'
  | 'invalid_settings'
  | 'unsupported_runtime';

interface OwnFields {
  readonly invalid_request: { readonly errors: NonNullable<Problem['errors']> };
  readonly proof_required: { readonly challenge: NonNullable<Problem['challenge']> };
  readonly rate_limited: { readonly budget: Problem['budget'] | null } & RetryHint;
  readonly unavailable: RetryHint;
  readonly idempotency_in_progress: RetryHint;
  readonly unexpected_response: RetryHint;
}

interface RetryHint {
  /** When to try again; null if the response does not tell. */
  readonly retryAfterSeconds: number | null;
}

interface ErrorOf<Code> extends Error {
  readonly name: 'EventPlatformError';
  /** Branch on it. Services of later versions may send codes that are not listed here. */
  readonly code: Code;
  /** The HTTP status; null where nothing responded. */
  readonly status: number | null;
  /** Quote it when you report a problem; null where the service did not respond. */
  readonly requestId: string | null;
}

/** The one error of the client. Its `code` tells which fields it has. */
export type EventPlatformError = {
  readonly [Code in ProblemCode | ClientFault]: ErrorOf<Code> &
    (Code extends keyof OwnFields ? OwnFields[Code] : unknown);
}[ProblemCode | ClientFault];

/** What an error is made of. */
export interface ErrorFields {
  readonly code: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly cause?: unknown;
  readonly errors?: Problem['errors'];
  readonly challenge?: Problem['challenge'];
  readonly budget?: Problem['budget'] | null;
  readonly retryAfterSeconds?: number | null;
}

/** Of any code; its own name is what uncaught errors print. */
const AnyEventPlatformError = class EventPlatformError extends Error {
  override readonly name = 'EventPlatformError';
  readonly status: number | null;
  readonly requestId: string | null;

  constructor(
    message: string,
    { cause, status = null, requestId = null, ...fields }: Partial<NullableFields>,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.requestId = requestId;
    Object.assign(this, fields);
  }
};

type NullableFields = Omit<ErrorFields, 'status' | 'requestId'> & {
  readonly status: number | null;
  readonly requestId: string | null;
};

/** `error instanceof EventPlatformError`, then `error.code`, narrow to the fields of one problem. */
export const EventPlatformError = AnyEventPlatformError as unknown as new (
  message: string,
  fields: ErrorFields,
) => EventPlatformError;
