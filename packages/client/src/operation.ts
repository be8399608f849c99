/** How an operation is sent. */
export interface OperationDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Names in braces stand for arguments. */
  readonly path: string;
  readonly auth: 'none' | 'optional' | 'required';
  /** The media type of the response; null for a response without a body. */
  readonly accepts: string | null;
  /**
   * How it is sent again after a lost response: `keyed` with the same `Idempotency-Key`. Without this field it
   * needs no key, as a second request leaves what the first one left.
   */
  readonly repetition?: 'keyed' | 'never';
  /** Whether it takes an `Idempotency-Key`. */
  readonly takesKey?: boolean;
  /** Whether its body is a file. */
  readonly takesFile?: boolean;
  /** The most items of a page, for a list with pages. */
  readonly largestPage?: number;
}

/** What a call may say beside its arguments. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. What was sent may still take effect. */
  readonly signal?: AbortSignal;
  /**
   * Names what the person does, for writing calls: an app that repeats a call after a restart gives the key
   * of the first attempt. Without it each call that creates or sends something gets a random one, the same
   * over its retries.
   */
  readonly idempotencyKey?: string;
}

/** The arguments of an operation that takes none. */
export type NoArguments = Record<string, never>;

type Parameters<Of> =
  Record<never, never> extends Of ? [args?: Of, options?: CallOptions] : [args: Of, options?: CallOptions];

/**
 * Calls an operation: `Of` holds the parameters of its path and query and the fields of its body, side by side. Rejects with an
 * `EventPlatformError`.
 */
export type Call<Of, Response> = (...parameters: Parameters<Of>) => Promise<Response>;

type ItemOf<Page> = Page extends { readonly data: readonly (infer Item)[] } ? Item : never;

/** Calls an operation that returns a page. */
export interface ListCall<Of, Page> extends Call<Of, Page> {
  /** Goes through all pages, from the first one; `limit` is the size of a page, the largest by default. */
  all(...parameters: Parameters<Omit<Of, 'page'>>): AsyncGenerator<ItemOf<Page>, void, undefined>;
}
