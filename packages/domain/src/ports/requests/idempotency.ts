import type { Stores } from '../stores.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { KeyedRequest } from './keyed-request.ts';
import type { Quotas } from './quotas.ts';

/** What the work of a keyed request came to. */
export interface KeyedResult {
  /** The response in a form of the transport's own. */
  readonly response: string;
  /** Whether the work refused: then the response is kept, and nothing that the work wrote. */
  readonly isRefusal: boolean;
}

/** The stores and units of work of one keyed request; its units run one after the other. */
export interface KeyedUnit {
  readonly stores: Stores;
  readonly unitOfWork: UnitOfWork;
  /** Counts outside of the transaction, at once, where the stores for use outside of it would wait for its end. */
  readonly lastingQuotas?: Quotas;
}

/** How a keyed request ended. */
export type KeyedOutcome =
  /** The work ran, and its response is kept. */
  | { readonly kind: 'first'; readonly response: string }
  /** The request was responded before. */
  | { readonly kind: 'replayed'; readonly response: string }
  /** The key was used for a request that says something else. */
  | { readonly kind: 'key_reused' }
  /** The first request with the key has no response yet. */
  | { readonly kind: 'in_progress' }
  /** The caller has used up what is kept for them in the UTC day; nothing that the work wrote remains. */
  | { readonly kind: 'exhausted' };

/** Keeps responses together with what the requests changed. */
export interface Idempotency {
  /**
   * Runs `work` for the first request of a caller with its `requestHash`; for 24 hours all others get that response,
   * unless they say something else. What the work writes through its unit and the response are committed together, or
   * neither is. Parallel requests of one hash: the work of at most one of them has an effect, and while it runs the
   * others are told so at once. When `work` rejects, nothing remains, and the next request is the first. For a caller
   * whose account is erased the response is not kept.
   * @param size `bulk` for work that runs a bulk unit of work
   */
  run(
    request: KeyedRequest,
    at: Date,
    work: (unit: KeyedUnit) => Promise<KeyedResult>,
    size?: 'usual' | 'bulk',
  ): Promise<KeyedOutcome>;
}
